import { pageArguments } from '../reading/pageArguments.ts';

export const episodeTypeDefs = /* GraphQL */ `
  "The state of an episode. Only a source's confirmation makes it RELEASED; a planned time in the past never does."
  enum EpisodeStatus {
    "Planned."
    SCHEDULED
    "Planned, for a later time than before."
    DELAYED
    "Confirmed by a source."
    RELEASED
    "Cancelled."
    CANCELLED
  }

  "One imported episode."
  type Episode {
    "The canonical id, which never changes."
    id: UUID!
    "The anime it belongs to."
    anime: Anime!
    "Unique within the anime; specials such as 6.5 exist."
    number: EpisodeNumber!
    "The preferred title; null when unknown."
    title: String
    "All other titles, in canonical order."
    alternativeTitles: [Title!]!
    "Its state."
    status: EpisodeStatus!
    "The planned time; null when unknown."
    scheduledAt: DateTime
    "The confirmed release time: present exactly when status is RELEASED."
    releasedAt: DateTime
    "Incremented by each publication that changes this episode."
    revision: Int!
    "Private change version: raised by any change of a served field, its anime's title and format included."
    version: String!
    "When it was added to the catalogue."
    createdAt: DateTime!
    "When its own data last changed."
    updatedAt: DateTime!
  }

  "A page of episodes."
  type EpisodeConnection {
    "The episodes of this page, in the order of the list."
    nodes: [Episode!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A page of one anime's episodes."
  type AnimeEpisodeConnection {
    "The requested anime."
    anime: Anime!
    "By ascending number. Episodes of a merged anime are listed under its survivor."
    nodes: [Episode!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A page of episodes in the order in which they last changed, oldest change first. One that changes moves to the end, so a walk to the last page misses nothing."
  type EpisodeChangeConnection {
    "The episodes of this page."
    nodes: [Episode!]!
    "The position of this page."
    pageInfo: PageInfo!
    "Of the last page: everything that changed earlier was listed. Null while a page follows."
    until: DateTime
  }

  "Episodes that ids lead to."
  type EpisodeLookup {
    "Each once, in the order requested."
    nodes: [Episode!]!
    "Places of the requested ids that lead to no episode, from 0."
    missing: [Int!]!
  }

  "The states of planned episodes in a schedule."
  enum ScheduleStatus {
    "Planned."
    SCHEDULED
    "Planned, for a later time than before."
    DELAYED
  }

  extend type Anime {
    "The first episode that is planned for now or later and not released; null where none is. A plan confirms nothing."
    nextEpisode: Episode
    "The episode whose confirmed release is the last one; null where none is released."
    lastReleased: Episode
  }

  extend type Query {
    "The next episode of each of these anime, in the order of their ids: see Anime.nextEpisode; at most 100."
    nextEpisodes(ids: [UUID!]!): [Episode]! @access(to: PUBLIC)
    "The last released episode of each of these anime, in the order of their ids: see Anime.lastReleased; at most 100."
    lastReleasedEpisodes(ids: [UUID!]!): [Episode]! @access(to: PUBLIC)
    "The anime of each of these episodes, in the order of their ids, null for unknown ones; at most 100."
    animeOfEpisodes(ids: [UUID!]!): [Anime]! @access(to: PUBLIC)
    "One episode. An id that ended in a merge finds the episode that it became."
    episode(id: UUID!): Episode @access(to: PUBLIC)
    "Episodes by ids, in the order requested, null for unknown ones; at most 100."
    episodesByIds(ids: [UUID!]!): [Episode]! @access(to: PUBLIC)
    "Episodes that ids lead to, at most 100: one that ended in a merge leads to the episode that it became."
    episodeLookup(ids: [UUID!]!): EpisodeLookup! @access(to: PUBLIC)
    "Imported episodes of one anime by ascending number; null for an unknown anime."
    animeEpisodes(
      "The anime, merged or not."
      animeId: UUID!
      ${pageArguments()}
    ): AnimeEpisodeConnection @access(to: PUBLIC)
    "Episodes that changed in any way at or after an instant, in the order of their changes; all episodes without one. Changes of transactions that are still open follow when these end."
    episodeChanges(
      since: DateTime
      ${pageArguments('with the same instant')}
    ): EpisodeChangeConnection! @access(to: PUBLIC)
    "Source-confirmed releases in [from, to), newest first, ties by ascending id."
    releases(
      "Start of the window."
      from: DateTime!
      "The instant after the window."
      to: DateTime!
      "Later releases are left out."
      asOf: DateTime!
      "Only this anime; a merged id finds the survivor's, an unknown one nothing."
      animeId: UUID
      "Only episodes of anime of these formats."
      format: [AnimeFormat!]
      ${pageArguments('with the same window and filters')}
    ): EpisodeConnection! @access(to: PUBLIC)
    "Scheduled and delayed episodes planned for [from, to), earliest first, ties by ascending id. A plan confirms nothing."
    schedules(
      "Start of the window."
      from: DateTime!
      "The instant after the window."
      to: DateTime!
      "Only this anime; a merged id finds the survivor's, an unknown one nothing."
      animeId: UUID
      "Only episodes of anime of these formats."
      format: [AnimeFormat!]
      "Only these statuses."
      status: [ScheduleStatus!]
      ${pageArguments('with the same window and filters')}
    ): EpisodeConnection! @access(to: PUBLIC)
  }
`;
