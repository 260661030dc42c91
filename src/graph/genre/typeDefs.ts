export const genreTypeDefs = /* GraphQL */ `
  "A canonical genre."
  type Genre {
    "Lower-case name with hyphens; once given it never changes."
    slug: String!
    "As the first source wrote it."
    name: String!
    "How many anime carry it, merged ones left out."
    animeCount: Int!
  }

  "A page of genres."
  type GenreConnection {
    "The genres of this page."
    nodes: [Genre!]!
    "Where this page lies."
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
