export const sourceTypeDefs = /* GraphQL */ `
  "A source of records."
  type Source {
    "Its name in records."
    name: String!
    "Whether its records are published without review."
    approved: Boolean!
    "The number of its records."
    recordCount: Int!
    "When it was added."
    createdAt: DateTime!
  }

  "What a source states of an anime, as it was last imported."
  type SourceRecord {
    "Its source."
    source: String!
    "Its id there."
    sourceId: String!
    "As it was sent, with what was ignored left out."
    record: CatalogRecord!
    "When it last changed."
    updatedAt: DateTime!
    "The anime that it belongs to."
    anime: Anime!
  }

  extend type Anime {
    "What each source states of it, by source and id; a merged anime's records are with its survivor. For what reviewers decided see pins."
    records: [SourceRecord!]! @access(to: TOOL)
  }

  "A source to change."
  input SourceInput {
    "Its name in records."
    name: String!
  }

  "A source after its change."
  type SourcePayload {
    "The source."
    source: Source!
  }

  extend type Query {
    "Every source, by descending priority."
    sources: [Source!]! @access(to: TOOL)
  }

  extend type Mutation {
    "Approves a source, which then publishes without review; an unknown one is added at the end of the order."
    approveSource(input: SourceInput!): SourcePayload! @access(to: TOOL)
    "Revokes a source's approval: its new records need review; its published values stay."
    revokeSource(input: SourceInput!): SourcePayload! @access(to: TOOL)
  }
`;
