import { eventKindValues } from '../model/eventKinds.ts';

export const publicationTypeDefs = /* GraphQL */ `
  "The kinds of public events."
  enum EventKind {
    ${eventKindValues}
  }

  "A published event."
  type Event {
    "Gapless, in commit order."
    position: String!
    "Stable across retries of its deliveries."
    id: UUID!
    "The kind."
    kind: EventKind!
    "The anime, or the episode's anime."
    animeId: UUID!
    "Null for anime events."
    episodeId: UUID
    "The entity's revision after the event."
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
