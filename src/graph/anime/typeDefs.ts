import { MOST_RELATIONS, YEARS } from '../model/limits.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const animeTypeDefs = /* GraphQL */ `
  "Order of the anime list; ties break by ascending id."
  enum AnimeSort {
    "By ascending id."
    ID_ASC
    "Case-sensitive, in the C collation."
    TITLE_ASC
    "Last changed first."
    UPDATED_DESC
  }

  "A title other than the preferred one."
  type Title {
    "The title itself."
    title: String!
    "BCP 47 language tag, e.g. ja-Latn; null when unknown."
    language: String
    "Null when unknown."
    kind: TitleKind
  }

  "The principal titles of an anime, by the languages and kinds that its sources state; null where none states one. Official titles come before those of no stated kind; synonyms and short forms are left out."
  type PrincipalTitles {
    "In the original language, as it is written there."
    native: String
    "In the original language, in Latin letters: a title whose language tag says Latn."
    romaji: String
    "In English."
    english: String
    "In Chinese, in simplified characters where there is such a title."
    chinese: String
  }

  "An image of an anime, hosted by its source."
  type Image {
    "The address of the image."
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
    "As the site spells it."
    id: String!
  }

  "The weekly slot in which an anime is, or was, broadcast first. It makes no episode and confirms no release."
  type Broadcast {
    "The calendar day in its time zone: 01:30 on Monday is a Monday, whatever the broadcaster prints."
    weekday: Weekday!
    "HH:mm in its time zone; null where only the day is known."
    time: String
    "UTC, or a name of the IANA time zone database such as Asia/Tokyo."
    timezone: String!
  }

  "A relation of an anime to another one of the catalogue."
  type AnimeRelation {
    "What the other anime is to this one."
    type: RelationType!
    "The other anime."
    anime: Anime!
  }

  "One canonical anime."
  type Anime {
    "The canonical id, which never changes."
    id: UUID!
    "The preferred title."
    title: String!
    "The preferred title's BCP 47 language tag, e.g. ja-Latn; null where no source states it."
    titleLanguage: String
    "All other titles, in canonical order."
    alternativeTitles: [Title!]!
    "Those of all titles, the preferred one included, that most readers look for."
    titles: PrincipalTitles!
    "The catalog format."
    format: AnimeFormat!
    "Whether it is announced, airing or finished."
    status: AnimeStatus!
    "Date of the first broadcast or release; null when unknown."
    startDate: Date
    "Date of the last broadcast or release; null when unknown or in the future."
    endDate: Date
    "${YEARS.from}–${YEARS.to}; null when unknown."
    year: Int
    "Null when unknown."
    season: Season
    "The number of episodes of the work; it implies no episode in the catalogue."
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
    "Anime that sources relate to this one, in either direction: by type, then by ascending id, at most ${MOST_RELATIONS.shown}."
    relations: [AnimeRelation!]!
    "Null when unknown."
    isAdult: Boolean
    "The weekly slot in which it is, or was, broadcast first; null when unknown, or not weekly."
    broadcast: Broadcast
    "The page that its makers have for it; null when unknown."
    officialSite: String
    "Incremented by each publication that changes this anime."
    revision: Int!
    "Private change version: raised by any change of a served field, direct edits included. ETags and caches depend on it."
    version: String!
    "When it was added to the catalogue."
    createdAt: DateTime!
    "When its own data last changed."
    updatedAt: DateTime!
    "The survivor, when this anime was merged into another."
    mergedInto: Anime
    "Ids of the anime that were merged into this one, ascending."
    mergedIds: [UUID!]!
    "Imported episodes, by ascending number."
    episodes(
      ${pageArguments()}
    ): EpisodeConnection!
  }

  "A page of anime."
  type AnimeConnection {
    "The anime of this page, in the order of the list."
    nodes: [Anime!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A page of anime in the order in which they last changed, oldest change first. One that changes moves to the end, so a walk to the last page misses nothing."
  type AnimeChangeConnection {
    "The anime of this page."
    nodes: [Anime!]!
    "The position of this page."
    pageInfo: PageInfo!
    "Of the last page: everything that changed earlier was listed. Null while a page follows."
    until: DateTime
  }

  "Anime that ids lead to."
  type AnimeLookup {
    "Each once, in the order requested."
    nodes: [Anime!]!
    "Places of the requested ids that lead to no anime, from 0."
    missing: [Int!]!
  }

  "An id of an anime at another site."
  input ExternalIdInput {
    "The site, e.g. mal, anilist, anidb, bangumi."
    site: String!
    "As the site spells it."
    id: String!
  }

  extend type Query {
    "One anime. A merged one is returned too: its mergedInto names the survivor."
    anime(
      "In upper or lower case."
      id: UUID!
    ): Anime @access(to: PUBLIC)
    "Anime by ids, in the order requested, null for unknown ones; at most 100."
    animeByIds(ids: [UUID!]!): [Anime]! @access(to: PUBLIC)
    "Anime that canonical ids lead to, at most 100: a merged anime's id leads to the survivor."
    animeLookup(ids: [UUID!]!): AnimeLookup! @access(to: PUBLIC)
    "Anime that ids at other sites lead to, at most 100. Some sites have one id for several anime: all are answered, by ascending id. An unknown site is an error."
    animeByExternalIds(ids: [ExternalIdInput!]!): AnimeLookup! @access(to: PUBLIC)
    "The catalogue, page by page. Merged anime are left out."
    animeList(
      filter: AnimeFilter
      sort: AnimeSort! = ID_ASC
      ${pageArguments('with the same filter and sort')}
    ): AnimeConnection! @access(to: PUBLIC)
    "Anime that changed in any way at or after an instant, in the order of their changes; all anime without one. Merged anime are left out: their survivors changed. Changes of transactions that are still open follow when these end."
    animeChanges(
      since: DateTime
      filter: AnimeFilter
      ${pageArguments('with the same instant and filter')}
    ): AnimeChangeConnection! @access(to: PUBLIC)
    "Anime whose known start date lies in [from, to), newest first, ties by ascending id. It confirms no broadcast."
    premieres(
      "First date of the window."
      from: Date!
      "The date after the last one of the window."
      to: Date!
      "Only this anime; a merged id finds the survivor, an unknown one nothing."
      animeId: UUID
      "Only these formats."
      format: [AnimeFormat!]
      "Only these statuses."
      status: [AnimeStatus!]
      ${pageArguments('with the same window and filters')}
    ): AnimeConnection! @access(to: PUBLIC)
  }
`;
