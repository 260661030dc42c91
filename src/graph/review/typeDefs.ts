export const reviewTypeDefs = /* GraphQL */ `
  "Why a record waits for a reviewer."
  enum ProposalReason {
    "Its source is not approved."
    UNAPPROVED_SOURCE
    "The import asked for a review."
    REVIEW_REQUESTED
    "It matches several anime, or one that has another record of the same source: the reviewer says which."
    AMBIGUOUS_MATCH
  }

  "Where a proposal stands."
  enum ProposalStatus {
    "It waits."
    PENDING
    "A reviewer let it be published."
    APPROVED
    "A reviewer let it be."
    REJECTED
    "Its source has said something else since, or said it as a source that is approved now."
    SUPERSEDED
  }

  "Whether a record tells of an anime or of an episode."
  enum RecordType {
    "An anime."
    ANIME
    "An episode."
    EPISODE
  }

  "One field of the canonical data that approving would change."
  type FieldDifference {
    "Name of the field as REST serves it, e.g. year."
    field: String!
    "JSON text of the value now; null for a new anime or episode."
    before: String
    "JSON text of the value after approval."
    after: String!
  }

  "A record that waits, or waited, for a reviewer."
  type Proposal {
    "Its identifier."
    id: UUID!
    "What the record tells of."
    type: RecordType!
    "The source that said so."
    source: String!
    "The record's key at that source."
    sourceId: String!
    "The record as it came, in the catalog format."
    record: CatalogRecord!
    "Why it waits, or waited."
    reason: ProposalReason!
    "Where it stands."
    status: ProposalStatus!
    "The anime that the record may mean; none when it would be new."
    candidates: [Anime!]!
    "What approving would change now, field by field; of a decided one, what the decision changed or would have, as it was then. For an ambiguous one: into the first candidate. Empty for a superseded one, and where it cannot be approved as things stand."
    difference: [FieldDifference!]!
    "Who decided."
    reviewer: String
    "The reason that the reviewer gave."
    decision: String
    "When the record came in."
    createdAt: DateTime!
    "Null while it waits."
    decidedAt: DateTime
  }

  "A page of proposals."
  type ProposalConnection {
    "The proposals of this page, oldest first."
    nodes: [Proposal!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

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

  "A waiting record to publish."
  input ApproveProposalInput {
    "The proposal."
    id: UUID!
    "The anime that the record means; an ambiguous one needs this or new."
    into: UUID
    "Make a new anime of the record."
    new: Boolean = false
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
  }

  "A waiting record to let be."
  input RejectProposalInput {
    "The proposal."
    id: UUID!
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
  }

  "Two anime that are one."
  input MergeAnimeInput {
    "The anime that ends; its paths lead to the survivor's."
    anime: UUID!
    "The survivor."
    into: UUID!
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
  }

  "Pins to lift."
  input UnpinInput {
    "The anime or the episode."
    id: UUID!
    "As records name them, e.g. year; every pin of it when absent."
    fields: [String!]
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
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
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
  }

  "A title to take back."
  input RemoveTitleInput {
    "The anime."
    anime: UUID!
    "As it was added."
    title: String!
    "As it was added; in whichever language when absent."
    language: String
    "Why, for the record."
    reason: String
    "Who decides; X-Actor when absent."
    reviewer: String
  }

  "Which source to change."
  input SourceInput {
    "As records name it."
    name: String!
  }

  "What a decision did."
  type ProposalPayload {
    "The proposal after the decision."
    proposal: Proposal!
    "The anime that was published; null after a rejection."
    anime: Anime
    "How many events the decision published."
    events: Int!
  }

  "What a merge did."
  type MergeAnimePayload {
    "The survivor."
    anime: Anime!
    "How many episodes moved."
    episodesMoved: Int!
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

  "A source after its change."
  type SourcePayload {
    "The source."
    source: Source!
  }

  extend type Query {
    "Proposals, oldest first; every status when none is given."
    proposals(
      status: ProposalStatus
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): ProposalConnection!
    "One proposal."
    proposal(id: UUID!): Proposal
    "The pins of an anime and its episodes, or of one episode."
    pins(id: UUID!): [Pin!]!
    "Every source, the most believed first."
    sources: [Source!]!
  }

  extend type Mutation {
    "Publishes a waiting record. Errors: conflict when it is decided already, or when what it would change has changed meanwhile: the difference is in the message, and approving again accepts it."
    approveProposal(input: ApproveProposalInput!): ProposalPayload!
    "Lets a waiting record be. The same record does not come up again."
    rejectProposal(input: RejectProposalInput!): ProposalPayload!
    "Makes two canonical anime one."
    mergeAnime(input: MergeAnimeInput!): MergeAnimePayload!
    "Lifts pins: the sources' word counts again, at once."
    unpin(input: UnpinInput!): DecisionPayload!
    "Adds a title that no source states, such as a short form; of one that a source states it decides the kind."
    addTitle(input: AddTitleInput!): DecisionPayload!
    "Takes back a title that a reviewer added."
    removeTitle(input: RemoveTitleInput!): DecisionPayload!
    "Lets a source publish without a reviewer; an unknown one is added at the end of the order."
    approveSource(input: SourceInput!): SourcePayload!
    "Makes a source's records wait for a reviewer from now on; what it published stays."
    revokeSource(input: SourceInput!): SourcePayload!
  }
`;
