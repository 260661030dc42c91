export const publicationTypeDefs = /* GraphQL */ `
  "The kinds of public events: anime.created, anime.updated, episode.released, episode.updated."
  enum EventKind {
    "An anime was published for the first time."
    ANIME_CREATED
    "A published anime changed."
    ANIME_UPDATED
    "The first confirmation of an episode's release, once ever."
    EPISODE_RELEASED
    "Schedules, delays, cancellations and corrections of an episode."
    EPISODE_UPDATED
  }

  "A published event."
  type Event {
    "Gapless, in commit order."
    position: String!
    "Stable across retries of its deliveries."
    id: UUID!
    "What happened."
    kind: EventKind!
    "The anime, or the episode's anime."
    animeId: UUID!
    "Null for anime events."
    episodeId: UUID
    "Of the entity after the event."
    revision: Int!
    "When it was published."
    occurredAt: DateTime!
    "The delivered body, byte for byte, as JSON text."
    payload: String!
  }

  extend type Query {
    "Events after a position, oldest first, for mirrors; at most 1,000."
    events(after: String! = "0", first: Int! = 100): [Event!]!
  }
`;
