export const searchTypeDefs = /* GraphQL */ `
  "One value of a facet and how many hits selecting it would find."
  type SearchFacetValue {
    "A format or status as REST spells it, or a year in digits."
    value: String!
    count: Int!
  }

  "A field that hits can be narrowed by. It ignores its own filter and obeys the others."
  type SearchFacet {
    "format, status or year."
    field: String!
    "At most 20, most frequent first, ties by value."
    values: [SearchFacetValue!]!
  }

  "A page of search hits, best first."
  type SearchConnection {
    nodes: [Anime!]!
    pageInfo: PageInfo!
    "Exact number of hits."
    found: Int!
    "Whether there are more hits than the 1,000 that can be reached."
    truncated: Boolean!
    facets: [SearchFacet!]!
  }

  input SearchFilter {
    "1900–2200."
    year: Int
    format: AnimeFormat
    status: AnimeStatus
  }

  "Which engine holds the search index."
  enum SearchEngineKind { EMBEDDED ELASTICSEARCH }

  "Where the search index stands."
  enum SearchIndexState {
    READY
    "Built by other rules than today's; it still answers while it is rebuilt."
    OUTDATED
    "Nothing answers until the first build is done."
    MISSING
    "The engine does not answer."
    UNREACHABLE
    "SEARCH=off."
    OFF
  }

  "How far a rebuild under way has come, in anime."
  type SearchRebuild {
    done: Int!
    total: Int!
  }

  "The search index as an operator sees it."
  type SearchStatus {
    engine: SearchEngineKind
    state: SearchIndexState!
    "Name of the index that answers."
    index: String
    "Anime in it."
    documents: Int!
    builtAt: DateTime
    "Seconds since the index last held everything that was committed; null where another process keeps it."
    lagSeconds: Float
    "A rebuild under way in this process."
    rebuild: SearchRebuild
    "Number of the last rebuild asked for, and of the last one done."
    rebuildWanted: Int!
    rebuildDone: Int!
    "Why the indexer waits; null when nothing is wrong."
    lastError: String
  }

  "A rebuild that was asked for."
  type ReindexSearchPayload {
    "Done when searchStatus.rebuildDone reaches it."
    number: Int!
  }

  extend type Query {
    "Anime by title: full text, prefix and typo-tolerant (contract, SearchAnime)."
    search(
      "1–200 code points, not all white space."
      q: String!
      filter: SearchFilter
      "Page size, 1–50."
      first: Int! = 20
      "Cursor of an earlier page of the same q, filter and first."
      after: String
    ): SearchConnection!
    "Where the search index stands."
    searchStatus: SearchStatus!
  }

  extend type Mutation {
    "Asks for a new search index, built beside the one that answers."
    reindexSearch: ReindexSearchPayload!
  }
`;
