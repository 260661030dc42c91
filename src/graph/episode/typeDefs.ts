export const episodeTypeDefs = /* GraphQL */ `
  "Where an episode stands. Only a source's confirmation makes it RELEASED; a planned time in the past never does."
  enum EpisodeStatus { SCHEDULED DELAYED RELEASED CANCELLED }

  "One imported episode."
  type Episode {
    id: UUID!
    anime: Anime!
    "Unique within the anime; specials such as 6.5 exist."
    number: EpisodeNumber!
    "The preferred title; null when unknown."
    title: String
    alternativeTitles: [Title!]!
    status: EpisodeStatus!
    "The planned time; null when unknown."
    scheduledAt: DateTime
    "The confirmed release time: present exactly when status is RELEASED."
    releasedAt: DateTime
    "Raised by one in each publication that changes this episode."
    revision: Int!
    "Private change version: raised by any change of what this episode shows, its anime's title and format included."
    version: String!
    createdAt: DateTime!
    updatedAt: DateTime!
  }

  "A page of episodes."
  type EpisodeConnection {
    nodes: [Episode!]!
    pageInfo: PageInfo!
    "Digest of the ids and change versions on this page: equal tags mean equal pages."
    tag: String!
  }

  extend type Query {
    "One episode."
    episode(id: UUID!): Episode
    "The change version of one episode, read without anything else; null when there is no such episode."
    episodeVersion(id: UUID!): String
    "Episodes by ids, in the order asked for, null where there is none; at most 100."
    episodesByIds(ids: [UUID!]!): [Episode]!
  }
`;
