export const sourceTypeDefs = /* GraphQL */ `
  "A source of records."
  type Source {
    "As records name it."
    name: String!
    "Whether its records are published without a reviewer."
    approved: Boolean!
    "Last records kept."
    recordCount: Int!
    "When it was added."
    createdAt: DateTime!
  }

  "Which source to change."
  input SourceInput {
    "As records name it."
    name: String!
  }

  "A source after its change."
  type SourcePayload {
    "The source."
    source: Source!
  }

  extend type Query {
    "Every source, the most believed first."
    sources: [Source!]!
  }

  extend type Mutation {
    "Lets a source publish without a reviewer; an unknown one is added at the end of the order."
    approveSource(input: SourceInput!): SourcePayload!
    "Makes a source's records wait for a reviewer from now on; what it published stays."
    revokeSource(input: SourceInput!): SourcePayload!
  }
`;
