/** Fields of every input that decides something. */
export const reviewerFields = /* GraphQL */ `
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String`;

export const decisionTypeDefs = /* GraphQL */ `
  "Two anime that are one."
  input MergeAnimeInput {
    "The anime that ends; its paths lead to the survivor's."
    anime: UUID!
    "The survivor."
    into: UUID!
    "Report the result and change nothing."
    dryRun: Boolean! = false
    "MergeAnimePayload.seen of a dry run: merge with that result, or not at all."
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
    "As records name them, e.g. year; every pin of it when absent."
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
    "What the title is to the work."
    kind: TitleKind! = SYNONYM
    ${reviewerFields}
  }

  "A title to take back."
  input RemoveTitleInput {
    "The anime."
    anime: UUID!
    "As it was added."
    title: String!
    "As it was added; in whichever language when absent."
    language: String
    ${reviewerFields}
  }

  "What a merge did, or would do."
  type MergeAnimePayload {
    "The survivor; after a dry run as it is."
    anime: Anime!
    "What changes of the survivor, field by field."
    difference: [FieldDifference!]!
    "How many episodes moved."
    episodesMoved: Int!
    "How many of them became one with an episode of the survivor."
    episodesJoined: Int!
    "How many events the decision published."
    events: Int!
    "Says in mergeAnime that its reviewer has seen this."
    seen: String!
  }

  "What undoing a merge did."
  type UnmergeAnimePayload {
    "The anime that had ended."
    anime: Anime!
    "The anime that it had become."
    survivor: Anime!
    "How many episodes are its own again."
    episodesReturned: Int!
    "How many events the decision published."
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
    "When it was decided last."
    decidedAt: DateTime!
  }

  "What a change of decisions did."
  type DecisionPayload {
    "The anime, or the episode's."
    anime: Anime!
    "The pins that stand now, as pins(id) lists them."
    pins: [Pin!]!
    "How many events it published."
    events: Int!
  }

  extend type Query {
    "The pins of an anime and its episodes, or of one episode."
    pins(id: UUID!): [Pin!]!
  }

  extend type Mutation {
    "Makes two canonical anime one. Errors: conflict when one was merged before, or when it is not what was seen."
    mergeAnime(input: MergeAnimeInput!): MergeAnimePayload!
    "Undoes a merge. Errors: conflict when anything has changed either anime since."
    unmergeAnime(input: UnmergeAnimeInput!): UnmergeAnimePayload!
    "Lifts pins: the values of the sources count again, at once."
    unpin(input: UnpinInput!): DecisionPayload!
    "Adds a title that no source states, such as a short form; of one that a source states it decides the kind."
    addTitle(input: AddTitleInput!): DecisionPayload!
    "Takes back a title that a reviewer added."
    removeTitle(input: RemoveTitleInput!): DecisionPayload!
  }
`;
