import { eventKindValues } from '../model/eventKinds.ts';
import { LARGEST_PAGE, STANDARD_PAGE } from '../model/limits.ts';

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
    "The same; null where it is no anime any more."
    anime: Anime
    "Null for anime events."
    episodeId: UUID
    "The entity's revision after the event."
    revision: Int!
    "When it was published."
    occurredAt: DateTime!
    "The delivered body, byte for byte, as JSON text."
    payload: String!
    "Ids of anime or episodes that became this one with it: they are no entities any more, until an event of theirs follows."
    ended: [UUID!]!
  }

  "A stretch of the event log."
  type EventConnection {
    "In the order of their positions."
    nodes: [Event!]!
    "\`endCursor\` is the position of the last event."
    pageInfo: PageInfo!
    "How far the page reads, which is where a reader goes on: the position of its last event where others follow, else that of the newest event of all."
    position: String!
  }

  extend type Query {
    "The events that follow a position, oldest first, for mirrors. Beyond the newest event it is a conflict; where old events that follow were removed it is \`position_gone\`."
    events(
      "A position; 0 stands before the first event."
      after: String! = "0"
      "Of these kinds alone."
      kinds: [EventKind!]
      "Page size, 0–${LARGEST_PAGE}; 0 reads the position of the newest event alone, whatever was removed."
      first: Int! = ${STANDARD_PAGE}
    ): EventConnection! @access(to: PUBLIC)
  }
`;
