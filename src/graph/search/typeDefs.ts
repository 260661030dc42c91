import { LONGEST_QUERY, YEARS } from '../model/limits.ts';

export const searchTypeDefs = /* GraphQL */ `
  "One value of a facet and how many hits selecting it would find."
  type SearchFacetValue {
    "A format or status as REST spells it, or a year in digits."
    value: String!
    "Hits with it."
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
    "The anime of this page, best first."
    nodes: [Anime!]!
    "Where this page lies."
    pageInfo: PageInfo!
    "Exact number of hits."
    found: Int!
    "Whether there are more hits than the 1,000 that can be reached."
    truncated: Boolean!
    "Of format, status and year."
    facets: [SearchFacet!]!
  }

  "Filters combine with AND."
  input SearchFilter {
    "${YEARS.from}–${YEARS.to}."
    year: Int
    "Of this format."
    format: AnimeFormat
    "Of this status."
    status: AnimeStatus
  }

  "Which engine holds the search index."
  enum SearchEngineKind {
    "In this process."
    EMBEDDED
    "A server or cluster of servers."
    ELASTICSEARCH
  }

  "Where the search index stands."
  enum SearchIndexState {
    "It answers."
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
    "Anime in the new index so far."
    done: Int!
    "Anime to come into it in all."
    total: Int!
  }

  "The search index as an operator sees it."
  type SearchStatus {
    "Null when search is off."
    engine: SearchEngineKind
    "Where the index stands."
    state: SearchIndexState!
    "Name of the index that answers."
    index: String
    "Anime in it."
    documents: Int!
    "When it was built; null when it is missing."
    builtAt: DateTime
    "Seconds since the index last held everything that was committed; null where another process keeps it."
    lagSeconds: Float
    "A rebuild under way in this process."
    rebuild: SearchRebuild
    "Number of the last rebuild asked for."
    rebuildWanted: Int!
    "Number of the last rebuild done."
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
    "Anime by title: full text, prefix and typo-tolerant."
    search(
      "1–${LONGEST_QUERY} code points, not all white space."
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
