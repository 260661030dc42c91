export const publicationTypeDefs = /* GraphQL */ `
  "The kinds of public events: anime.created, anime.updated, episode.released, episode.updated."
  enum EventKind { ANIME_CREATED ANIME_UPDATED EPISODE_RELEASED EPISODE_UPDATED }

  "A published event."
  type Event {
    "Gapless, in commit order."
    position: String!
    id: UUID!
    kind: EventKind!
    animeId: UUID!
    "Null for anime events."
    episodeId: UUID
    revision: Int!
    occurredAt: DateTime!
    "The delivered body, byte for byte, as JSON text."
    payload: String!
  }

  extend type Query {
    "Events after a position, oldest first, for mirrors; at most 1,000."
    events(after: String! = "0", first: Int! = 100): [Event!]!
  }
`;
