export const studioTypeDefs = /* GraphQL */ `
  "A canonical studio."
  type Studio {
    "Lower-case name with hyphens; once given it never changes."
    slug: String!
    "As the first source wrote it."
    name: String!
    "How many anime carry it, merged ones left out."
    animeCount: Int!
  }

  "A page of studios."
  type StudioConnection {
    "The studios of this page."
    nodes: [Studio!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  extend type Query {
    "Canonical studios by ascending slug in byte order."
    studios(
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): StudioConnection!
  }
`;
