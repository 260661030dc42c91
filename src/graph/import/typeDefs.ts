export const importTypeDefs = /* GraphQL */ `
  "What became of one record."
  enum ImportOutcome {
    "A new canonical anime or episode was published."
    CREATED
    "An existing one changed and was published."
    UPDATED
    "Nothing changed that a client can see."
    UNCHANGED
    "A rejection or a pin keeps out everything new in it."
    HELD
    "The record waits for a reviewer."
    PROPOSED
    "The record is broken; nothing of it was kept."
    REJECTED
  }

  "A batch of records and how to treat it."
  input ImportCatalogInput {
    "At most 1,000 records and 8 MB; a parent may stand earlier in the same batch."
    records: [CatalogRecord!]!
    "Let every record wait for a reviewer."
    review: Boolean! = false
    "Report what would happen to the catalogue of now and write nothing. An episode whose anime is not there yet counts as CREATED: another batch may bring it."
    dryRun: Boolean! = false
  }

  "A record's outcome, where it is not plainly CREATED, UPDATED or UNCHANGED."
  type ImportNotice {
    "Index of the record in the batch, from 0."
    index: Int!
    "HELD, PROPOSED or REJECTED."
    outcome: ImportOutcome!
    "What is wrong and what would be right, why a reviewer is needed, or which decision holds the record."
    reason: String!
    "The member at fault as a JSON pointer (RFC 6901); null when the whole record is."
    pointer: String
    "The proposal that waits, when PROPOSED and not a dry run; the one that was rejected, when HELD by a rejection."
    proposalId: UUID
  }

  "What became of a batch, counted by outcome."
  type ImportCatalogPayload {
    "Records that made a new anime or episode."
    created: Int!
    "Records that changed an existing one."
    updated: Int!
    "Records that changed nothing."
    unchanged: Int!
    "Records whose new values are all kept out: by reviewers' decisions, or as names for no anime."
    held: Int!
    "Records that wait for a reviewer."
    proposed: Int!
    "Broken records."
    rejected: Int!
    "Members that were not taken as sent, counted over the batch: unknown ones are ignored, control characters in further titles removed."
    ignoredMembers: Int!
    "One for each record that was held back, proposed or rejected."
    notices: [ImportNotice!]!
    "Position of the last event published so far."
    position: String!
  }

  "What was last imported from an address in a format."
  type Download {
    "The entity tag that the server gave; null without one."
    etag: String
    "When it was changed, as the server wrote it (Last-Modified); null where it did not."
    lastModified: String
    "SHA-256 of the file, in hexadecimal digits."
    sha256: String!
    "The version of the service that imported it."
    release: String!
    "When its import ended."
    importedAt: DateTime!
  }

  "A file that was imported to its end, with no record rejected."
  input RecordDownloadInput {
    "Where it came from: https, at most 2,048 characters."
    url: String!
    "How it was read: catalog, anime-offline-database, bangumi-data or dump."
    format: String!
    "The entity tag that the server gave, at most 1,024 characters."
    etag: String = null
    "Last-Modified, as the server wrote it, at most 1,024 characters."
    lastModified: String = null
    "SHA-256 of the file, 64 hexadecimal digits. Null forgets the file that was kept: another one is being imported."
    sha256: String = null
  }

  "The download that was recorded."
  type RecordDownloadPayload {
    "As it is known from now on; null when it was forgotten."
    download: Download
  }

  extend type Query {
    "What was last imported from an address in a format; null before the first time."
    download(url: String!, format: String!): Download @access(to: TOOL)
  }

  extend type Mutation {
    "Keeps what was imported from an address, so that the same file is not imported again."
    recordDownload(input: RecordDownloadInput!): RecordDownloadPayload! @access(to: TOOL)
    "Validates, matches, merges and publishes a batch of records in one transaction."
    importCatalog(input: ImportCatalogInput!): ImportCatalogPayload! @access(to: TOOL)
  }
`;
