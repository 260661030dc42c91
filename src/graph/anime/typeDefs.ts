export const animeTypeDefs = /* GraphQL */ `
  "Catalog format."
  enum AnimeFormat { TV MOVIE OVA ONA SPECIAL MUSIC UNKNOWN }

  "Whether an anime is announced, airing or finished."
  enum AnimeStatus { ANNOUNCED AIRING FINISHED UNKNOWN }

  "The broadcast season."
  enum Season { WINTER SPRING SUMMER FALL }

  "What a title is to its work."
  enum TitleKind { OFFICIAL SYNONYM SHORT }

  "Order of the anime list; ties break by ascending id."
  enum AnimeSort {
    ID_ASC
    "Case-sensitive, in the C collation."
    TITLE_ASC
    UPDATED_DESC
  }

  "A title beside the preferred one."
  type Title {
    title: String!
    "BCP 47 language tag, e.g. ja-Latn; null when unknown."
    language: String
    kind: TitleKind
  }

  "A picture of an anime at its source."
  type Image {
    url: String!
    "Pixels; null when unknown."
    width: Int
    "Pixels; null when unknown."
    height: Int
  }

  "An id of the same anime at another site."
  type ExternalId {
    "The site, e.g. mal, anilist, anidb, bangumi."
    site: String!
    id: String!
  }

  "One canonical anime."
  type Anime {
    id: UUID!
    "The preferred title."
    title: String!
    "Every further title, in canonical order."
    alternativeTitles: [Title!]!
    format: AnimeFormat!
    status: AnimeStatus!
    startDate: Date
    endDate: Date
    "1900–2200."
    year: Int
    season: Season
    "How many episodes the work has; no episode is inferred from it."
    episodeCount: Int
    durationMinutes: Int
    synopsis: String
    images: [Image!]!
    genres: [Genre!]!
    studios: [Studio!]!
    externalIds: [ExternalId!]!
    isAdult: Boolean
    "Raised by one in each publication that changes this anime."
    revision: Int!
    "Private change version: raised by any change of what this anime shows, direct edits included. ETags and caches hang on it."
    version: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    "The survivor, when this anime was merged into another one."
    mergedInto: Anime
    "Imported episodes, by ascending number."
    episodes(
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): EpisodeConnection!
  }

  "A page of anime."
  type AnimeConnection {
    nodes: [Anime!]!
    pageInfo: PageInfo!
    "Digest of the ids and change versions on this page, read before any relation: equal tags mean equal pages."
    tag: String!
  }

  "Filters combine with AND."
  input AnimeFilter {
    "1900–2200."
    year: Int
    season: Season
    format: AnimeFormat
    status: AnimeStatus
    "Canonical genre slug; an unknown one is an error."
    genre: String
    "Canonical studio slug; an unknown one is an error."
    studio: String
  }

  extend type Query {
    "One anime. A merged one is found too: its mergedInto names the survivor."
    anime(id: UUID!): Anime
    "The change version of one anime, read without anything else; null when there is no such anime."
    animeVersion(id: UUID!): String
    "Anime by ids, in the order asked for, null where there is none; at most 100."
    animeByIds(ids: [UUID!]!): [Anime]!
    "Anime by their ids at one site, in the order asked for, null where there is none; at most 100."
    animeByExternalIds(site: String!, ids: [String!]!): [Anime]!
    "The catalogue, page by page. Merged anime are left out."
    animeList(
      filter: AnimeFilter
      sort: AnimeSort! = ID_ASC
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page with the same filter and sort."
      after: String
    ): AnimeConnection!
  }
`;
