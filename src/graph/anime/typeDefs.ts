import { YEARS } from '../model/limits.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const animeTypeDefs = /* GraphQL */ `
  "Catalog format."
  enum AnimeFormat {
    "A television series."
    TV
    "A film."
    MOVIE
    "An original video animation, released on a medium for sale."
    OVA
    "An original net animation, released online."
    ONA
    "A special beside a series."
    SPECIAL
    "A music video."
    MUSIC
    "No source knows."
    UNKNOWN
  }

  "Whether an anime is announced, airing or finished."
  enum AnimeStatus {
    "Not yet begun."
    ANNOUNCED
    "Under way."
    AIRING
    "Complete."
    FINISHED
    "No source knows."
    UNKNOWN
  }

  "The broadcast season."
  enum Season {
    "January to March."
    WINTER
    "April to June."
    SPRING
    "July to September."
    SUMMER
    "October to December."
    FALL
  }

  "What a title is to its work."
  enum TitleKind {
    "Given by the makers."
    OFFICIAL
    "In use beside it."
    SYNONYM
    "An abbreviation."
    SHORT
  }

  "Order of the anime list; ties break by ascending id."
  enum AnimeSort {
    "By ascending id."
    ID_ASC
    "Case-sensitive, in the C collation."
    TITLE_ASC
    "Last changed first."
    UPDATED_DESC
  }

  "A title beside the preferred one."
  type Title {
    "The title itself."
    title: String!
    "BCP 47 language tag, e.g. ja-Latn; null when unknown."
    language: String
    "Null when unknown."
    kind: TitleKind
  }

  "A picture of an anime at its source."
  type Image {
    "Where the picture lies."
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
    "As the site writes it."
    id: String!
  }

  "One canonical anime."
  type Anime {
    "Canonical and stable."
    id: UUID!
    "The preferred title."
    title: String!
    "Every further title, in canonical order."
    alternativeTitles: [Title!]!
    "The catalog format."
    format: AnimeFormat!
    "Whether it is announced, airing or finished."
    status: AnimeStatus!
    "The first broadcast or release; null when unknown."
    startDate: Date
    "The last broadcast or release; null when unknown or to come."
    endDate: Date
    "${YEARS.from}–${YEARS.to}; null when unknown."
    year: Int
    "Null when unknown."
    season: Season
    "How many episodes the work has; no episode is inferred from it."
    episodeCount: Int
    "Of one episode; null when unknown."
    durationMinutes: Int
    "Null when unknown."
    synopsis: String
    "In canonical order."
    images: [Image!]!
    "In canonical order."
    genres: [Genre!]!
    "In canonical order."
    studios: [Studio!]!
    "Ids of the same anime at other sites, in canonical order."
    externalIds: [ExternalId!]!
    "Null when unknown."
    isAdult: Boolean
    "Raised by one in each publication that changes this anime."
    revision: Int!
    "Private change version: raised by any change of what this anime shows, direct edits included. ETags and caches hang on it."
    version: String!
    "When it came into the catalogue."
    createdAt: DateTime!
    "When its own data last changed."
    updatedAt: DateTime!
    "The survivor, when this anime was merged into another one."
    mergedInto: Anime
    "Imported episodes, by ascending number."
    episodes(
      ${pageArguments()}
    ): EpisodeConnection!
  }

  "A page of anime."
  type AnimeConnection {
    "The anime of this page, in the order of the list."
    nodes: [Anime!]!
    "Where this page lies."
    pageInfo: PageInfo!
    "Digest of the ids and change versions on this page; read alone it reads no entity. Equal tags mean equal pages."
    tag: String!
  }

  "Filters combine with AND."
  input AnimeFilter {
    "${YEARS.from}–${YEARS.to}."
    year: Int
    "Of this broadcast season."
    season: Season
    "Of this format."
    format: AnimeFormat
    "Of this status."
    status: AnimeStatus
    "Canonical genre slug; an unknown one is an error."
    genre: String
    "Canonical studio slug; an unknown one is an error."
    studio: String
  }

  extend type Query {
    "One anime. A merged one is found too: its mergedInto names the survivor."
    anime(
      "In any case."
      id: UUID!
    ): Anime
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
      ${pageArguments('with the same filter and sort')}
    ): AnimeConnection!
    "Anime whose known start date lies in [from, to), the newest first, ties by ascending id. It confirms no broadcast."
    premieres(
      "First date of the window."
      from: Date!
      "The date after the last one of the window."
      to: Date!
      "Only this anime; a merged one's id finds its survivor, an unknown one nothing."
      animeId: UUID
      "Only this format."
      format: AnimeFormat
      "Only this status."
      status: AnimeStatus
      ${pageArguments('with the same window and filters')}
    ): AnimeConnection!
  }
`;
