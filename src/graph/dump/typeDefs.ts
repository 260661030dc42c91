import { DUMP_CHUNK_BYTES } from '../model/limits.ts';

export const dumpTypeDefs = /* GraphQL */ `
  "The whole catalogue in one file, gzip of NDJSON, from one snapshot of the database."
  type Dump {
    "The UTC day that it is named for."
    date: Date!
    "The instant of its snapshot."
    madeAt: DateTime!
    "The position of the last event that the snapshot holds: a mirror reads the log after it."
    position: String!
    "Anime in it."
    anime: Int!
    "Episodes in it."
    episodes: Int!
    "In bytes."
    size: Int!
    "SHA-256 of the bytes, base64url."
    digest: String!
  }

  extend type Query {
    "The dump of a day, by default the newest; null where there is none."
    dump(date: Date): Dump @access(to: PUBLIC)
    "A chunk of a dump, from 0; all but the last have ${DUMP_CHUNK_BYTES} bytes. Null where there is none."
    dumpChunk(date: Date!, number: Int!): Bytes @access(to: PUBLIC)
  }

  "The dump of the day."
  type MakeDumpPayload {
    "Made by this call, or before it."
    dump: Dump!
    "All bytes of a fresh one, which is kept nowhere; else null."
    content: Bytes
  }

  "Records of a dump."
  input RestoreDumpInput {
    "Lines of a dump after its first, in their order: at most 1,000 and 8 MB."
    records: [CatalogRecord!]!
  }

  extend type Mutation {
    "Restores records of a dump, with their identifiers, revisions and times, in one publication. What the catalogue has otherwise is rejected, so that it is for an empty database."
    restoreDump(input: RestoreDumpInput!): ImportCatalogPayload! @access(to: TOOL)
    "Makes the dump of the current UTC day, unless there is one; fresh: one of the catalogue of now. A conflict where another process is making one, or where the catalogue keeps changing."
    makeDump(fresh: Boolean! = false): MakeDumpPayload! @access(to: TOOL)
  }
`;
