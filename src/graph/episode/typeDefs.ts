import { pageArguments } from '../reading/pageArguments.ts';

export const episodeTypeDefs = /* GraphQL */ `
  "Where an episode stands. Only a source's confirmation makes it RELEASED; a planned time in the past never does."
  enum EpisodeStatus {
    "Planned."
    SCHEDULED
    "Planned, later than it was."
    DELAYED
    "Confirmed by a source."
    RELEASED
    "Will not come."
    CANCELLED
  }

  "One imported episode."
  type Episode {
    "Canonical and stable."
    id: UUID!
    "The anime it belongs to."
    anime: Anime!
    "Unique within the anime; specials such as 6.5 exist."
    number: EpisodeNumber!
    "The preferred title; null when unknown."
    title: String
    "Every further title, in canonical order."
    alternativeTitles: [Title!]!
    "Where it stands."
    status: EpisodeStatus!
    "The planned time; null when unknown."
    scheduledAt: DateTime
    "The confirmed release time: present exactly when status is RELEASED."
    releasedAt: DateTime
    "Raised by one in each publication that changes this episode."
    revision: Int!
    "Private change version: raised by any change of what this episode shows, its anime's title and format included."
    version: String!
    "When it came into the catalogue."
    createdAt: DateTime!
    "When its own data last changed."
    updatedAt: DateTime!
  }

  "A page of episodes."
  type EpisodeConnection {
    "The episodes of this page, in the order of the list."
    nodes: [Episode!]!
    "Where this page lies."
    pageInfo: PageInfo!
    "Digest of the ids and change versions on this page; read alone it reads no entity. Equal tags mean equal pages."
    tag: String!
  }

  "A page of one anime's episodes, read in one go with the anime's own id, title, format and survivor."
  type AnimeEpisodeConnection {
    "The anime that was asked for."
    anime: Anime!
    "By ascending number. Those of a merged anime stand under its survivor."
    nodes: [Episode!]!
    "Where this page lies."
    pageInfo: PageInfo!
    "Digest of the ids and change versions on this page, the survivor included. Equal tags mean equal pages."
    tag: String!
  }

  "Which planned episodes a schedule shows."
  enum ScheduleStatus {
    "Planned."
    SCHEDULED
    "Planned, later than it was."
    DELAYED
  }

  extend type Query {
    "One episode. The id of one that a merge of two anime made one with another finds that."
    episode(id: UUID!): Episode
    "The change version of one episode, read without anything else; null when there is no such episode."
    episodeVersion(id: UUID!): String
    "Episodes by ids, in the order asked for, null where there is none; at most 100."
    episodesByIds(ids: [UUID!]!): [Episode]!
    "Imported episodes of one anime by ascending number; null when there is no such anime."
    animeEpisodes(
      "The anime, merged or not."
      animeId: UUID!
      ${pageArguments()}
    ): AnimeEpisodeConnection
    "Source-confirmed releases in [from, to), the newest first, ties by ascending id."
    releases(
      "Start of the window."
      from: DateTime!
      "The instant after the window."
      to: DateTime!
      "Nothing released later than this instant is shown."
      asOf: DateTime!
      "Only this anime; a merged one's id finds its survivor's, an unknown one nothing."
      animeId: UUID
      "Only episodes of anime of this format."
      format: AnimeFormat
      ${pageArguments('with the same window and filters')}
    ): EpisodeConnection!
    "Scheduled and delayed episodes planned for [from, to), the earliest first, ties by ascending id. A plan confirms nothing."
    schedules(
      "Start of the window."
      from: DateTime!
      "The instant after the window."
      to: DateTime!
      "Only this anime; a merged one's id finds its survivor's, an unknown one nothing."
      animeId: UUID
      "Only episodes of anime of this format."
      format: AnimeFormat
      "Only this status."
      status: ScheduleStatus
      ${pageArguments('with the same window and filters')}
    ): EpisodeConnection!
  }
`;
