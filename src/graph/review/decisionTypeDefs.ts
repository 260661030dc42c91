/** Fields of the input of every decision. */
export const reviewerFields = /* GraphQL */ `
    "The reason, for the record."
    reason: String
    "The reviewer; X-Actor when absent."
    reviewer: String`;

export const decisionTypeDefs = /* GraphQL */ `
  "Two anime to merge."
  input MergeAnimeInput {
    "The anime that ends; its paths redirect to the survivor."
    anime: UUID!
    "The survivor."
    into: UUID!
    "Report the result and change nothing."
    dryRun: Boolean! = false
    "MergeAnimePayload.seen of a dry run: merge with that result, or fail."
    seen: String
    ${reviewerFields}
  }

  "A merge to undo."
  input UnmergeAnimeInput {
    "The anime that ended."
    anime: UUID!
    ${reviewerFields}
  }

  "Pins to lift."
  input UnpinInput {
    "The anime or the episode."
    id: UUID!
    "As records name them, e.g. year; when absent every pin, but for titles that reviewers added."
    fields: [String!]
    ${reviewerFields}
  }

  "A title to add."
  input AddTitleInput {
    "The anime."
    anime: UUID!
    "At most 600 characters."
    title: String!
    "BCP 47 language tag, e.g. ja-Latn."
    language: String
    "The relation of the title to its work."
    kind: TitleKind! = SYNONYM
    ${reviewerFields}
  }

  "A title to remove."
  input RemoveTitleInput {
    "The anime."
    anime: UUID!
    "As it was added."
    title: String!
    "As it was added; in any language when absent."
    language: String
    ${reviewerFields}
  }

  "The effects of a merge."
  type MergeAnimePayload {
    "The survivor; unchanged after a dry run."
    anime: Anime!
    "The changes of the survivor, field by field."
    difference: [FieldDifference!]!
    "The number of moved episodes."
    episodesMoved: Int!
    "The number of them that were joined with an episode of the survivor."
    episodesJoined: Int!
    "The number of events published."
    events: Int!
    "The token that tells mergeAnime that its reviewer has seen these effects."
    seen: String!
  }

  "The effects of undoing a merge."
  type UnmergeAnimePayload {
    "The anime that is restored."
    anime: Anime!
    "The anime that it was merged into."
    survivor: Anime!
    "The number of episodes restored to it."
    episodesReturned: Int!
    "The number of events published."
    events: Int!
  }

  "A field that a reviewer decided: no source changes it until the pin is lifted."
  type Pin {
    "As records and answers name it, e.g. year."
    field: String!
    "The value as JSON text."
    value: String!
    "The anime, or the episode's."
    animeId: UUID!
    "Null for a pin of the anime itself."
    episodeId: UUID
    "When it was last decided."
    decidedAt: DateTime!
  }

  "The effects of a change of decisions."
  type DecisionPayload {
    "The anime, or the episode's."
    anime: Anime!
    "The current pins, as pins(id) lists them."
    pins: [Pin!]!
    "The number of events published."
    events: Int!
  }

  extend type Query {
    "The pins of an anime and its episodes, or of one episode."
    pins(id: UUID!): [Pin!]! @access(to: TOOL)
  }

  extend type Mutation {
    "Merges an anime into another. Errors: conflict when one was merged before, or when the effects are not those seen."
    mergeAnime(input: MergeAnimeInput!): MergeAnimePayload! @access(to: TOOL)
    "Undoes a merge. Errors: conflict when either anime has changed since."
    unmergeAnime(input: UnmergeAnimeInput!): UnmergeAnimePayload! @access(to: TOOL)
    "Lifts pins: the sources' values apply again, at once."
    unpin(input: UnpinInput!): DecisionPayload! @access(to: TOOL)
    "Adds a title that no source states, such as a short form; for a title that a source states it decides the kind."
    addTitle(input: AddTitleInput!): DecisionPayload! @access(to: TOOL)
    "Removes a title that a reviewer added."
    removeTitle(input: RemoveTitleInput!): DecisionPayload! @access(to: TOOL)
  }
`;
