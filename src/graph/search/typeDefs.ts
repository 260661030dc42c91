import { LONGEST_QUERY, MOST_SUGGESTIONS } from '../model/limits.ts';

export const searchTypeDefs = /* GraphQL */ `
  "One value of a facet, with the number of hits if it were selected."
  type SearchFacetValue {
    "As the filter in REST spells it."
    value: String!
    "The number of hits with it."
    count: Int!
  }

  "A field that narrows the hits. It ignores its own filter, that of genres aside, and obeys the others."
  type SearchFacet {
    "format, status, year, season, genre or studio."
    field: String!
    "At most 20, most frequent first, ties by value."
    values: [SearchFacetValue!]!
  }

  "Characters of a text, in code points."
  type TextRange {
    "The first, counted from 0."
    start: Int!
    "Behind the last."
    end: Int!
  }

  "The title by which an anime is found."
  type MatchedTitle {
    "As the anime has it."
    title: String!
    "BCP 47 language tag; null when unknown."
    language: String
    "What of it matches the query, ascending and apart."
    ranges: [TextRange!]!
  }

  "A word of the query that was taken for another."
  type SearchCorrection {
    "As sent."
    typed: String!
    "As the title has it."
    meant: String!
  }

  "How a query was understood."
  type SearchInterpretation {
    "A year that may be that of the work."
    year: Int
    "A number spelled as a season."
    season: Int
    "A number at the end that may be a season or belong to the name."
    number: Int
    "The number of a part or cour."
    part: Int
    "A format."
    format: AnimeFormat
    "Whether the final season is asked for."
    isFinal: Boolean!
    "The number of an episode, which names no work and is dropped."
    episode: Int
    "By what the first anime of the page is found; null without one."
    matchedBy: SearchMatch
    "What the first anime of the page has with other letters."
    corrected: [SearchCorrection!]!
    "Words that the first anime of the page was found without and that none of its titles has; years, seasons, parts, formats and episodes aside."
    leftOut: [String!]!
    "What is asked for that the first anime of the page has not."
    unmet: [SearchWish!]!
  }

  "What of a query led to a hit."
  enum SearchMatch {
    "All its words."
    WORDS
    "All its words, some with other letters."
    CORRECTED
    "Some of its words: it may be another work than the one meant."
    PART
    "The name of its series."
    SERIES
    "Initials, beginnings of words, or letters alone: it may be another work than the one meant."
    LETTERS
  }

  "A hint that a hit may lack."
  enum SearchWish {
    "The year."
    YEAR
    "The season."
    SEASON
    "The number."
    NUMBER
    "The part."
    PART
    "The format."
    FORMAT
    "The final season."
    FINAL
  }

  "An anime for a box that completes what is typed."
  type SearchSuggestion {
    "Its identifier."
    id: UUID!
    "The title by which it is found."
    title: String!
    "Its BCP 47 language tag; null when unknown."
    language: String
    "The format of the anime, which tells equal titles apart."
    format: AnimeFormat!
    "Its year; null when unknown."
    year: Int
  }

  "A page of search hits, best first."
  type SearchConnection {
    "The anime of this page, best first."
    nodes: [Anime!]!
    "By which title each of the nodes is found; without ranges when only its series has the name, or it was found by letters alone."
    matchedTitles: [MatchedTitle!]!
    "How the query was understood."
    interpretation: SearchInterpretation!
    "The position of this page."
    pageInfo: PageInfo!
    "Exact number of hits."
    found: Int!
    "Whether there are more hits than the 1,000 reachable ones."
    truncated: Boolean!
    "Format, status and year, then those requested."
    facets: [SearchFacet!]!
  }

  "A facet that is counted only on request."
  enum FurtherFacet {
    "Broadcast seasons."
    SEASON
    "Slugs of genres."
    GENRE
    "Slugs of studios."
    STUDIO
  }

  "The engine of the search index."
  enum SearchEngineKind {
    "The memory of this process."
    EMBEDDED
    "A server or cluster."
    ELASTICSEARCH
  }

  "The state of the search index."
  enum SearchIndexState {
    "Serving."
    READY
    "Built by an earlier version of the rules; it serves until the rebuild is done."
    OUTDATED
    "Not serving until the first build is done."
    MISSING
    "The engine does not answer."
    UNREACHABLE
    "SEARCH=off."
    OFF
  }

  "The progress of a running rebuild, in anime."
  type SearchRebuild {
    "Anime in the new index so far."
    done: Int!
    "The total number of anime."
    total: Int!
  }

  "The state of the search index for an operator."
  type SearchStatus {
    "Null when search is off."
    engine: SearchEngineKind
    "The state of the index."
    state: SearchIndexState!
    "Name of the serving index."
    index: String
    "The number of anime in it."
    documents: Int!
    "When it was built; null when it is missing."
    builtAt: DateTime
    "Seconds since the index last held every commit; null where another process maintains it."
    lagSeconds: Float
    "The rebuild running in this process."
    rebuild: SearchRebuild
    "Number of the last requested rebuild."
    rebuildWanted: Int!
    "Number of the last finished rebuild."
    rebuildDone: Int!
    "Why the indexer is delayed; null when nothing is wrong."
    lastError: String
  }

  "A requested rebuild."
  type ReindexSearchPayload {
    "Done when searchStatus.rebuildDone reaches it."
    number: Int!
  }

  extend type Query {
    "Anime by title: full text, prefix and typo-tolerant."
    search(
      "1–${LONGEST_QUERY} code points, not all white space."
      q: String!
      filter: AnimeFilter
      "Facets beside format, status and year."
      facets: [FurtherFacet!]
      "Page size, 1–50."
      first: Int! = 20
      "Cursor of an earlier page of the same q, filter and first."
      after: String
    ): SearchConnection! @access(to: PUBLIC)
    "Anime whose titles best complete the query, best first, ${MOST_SUGGESTIONS} at most."
    searchSuggestions(
      "1–${LONGEST_QUERY} code points, not all white space."
      q: String!
    ): [SearchSuggestion!]! @access(to: PUBLIC)
    "The state of the search index."
    searchStatus: SearchStatus! @access(to: PUBLIC)
  }

  extend type Mutation {
    "Requests a rebuild of the search index beside the serving one."
    reindexSearch: ReindexSearchPayload! @access(to: TOOL)
  }
`;
