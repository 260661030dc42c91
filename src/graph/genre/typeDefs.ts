export const genreTypeDefs = /* GraphQL */ `
  "A canonical genre."
  type Genre {
    "Lower-case name with hyphens; once given it never changes."
    slug: String!
    name: String!
    "How many anime carry it, merged ones left out."
    animeCount: Int!
  }

  "A page of genres."
  type GenreConnection {
    nodes: [Genre!]!
    pageInfo: PageInfo!
  }

  extend type Query {
    "Canonical genres by ascending slug in byte order."
    genres(
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): GenreConnection!
  }
`;
