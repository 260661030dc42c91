import { pageArguments } from '../reading/pageArguments.ts';
import { reviewerFields } from './decisionTypeDefs.ts';

export const proposalTypeDefs = /* GraphQL */ `
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
    "Its source has changed it since, or repeated it once it was approved."
    SUPERSEDED
  }

  "Whether a record is of an anime or of an episode."
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

  "An identifying id that a record states and that another anime keeps."
  type IdElsewhere {
    "The site, e.g. mal."
    site: String!
    "The id there."
    id: String!
    "The anime that has it."
    anime: Anime!
  }

  "What approving a proposal in one way would do now."
  type ProposalApproval {
    "What would change, field by field; empty where it would be refused. Of a decided proposal what its decision changed, or would have."
    difference: [FieldDifference!]!
    "Ids of the record that would stay with other anime."
    idsElsewhere: [IdElsewhere!]!
    "Why it would be refused, and what would be right; null when it would not."
    refusal: String
    "Says in approveProposal that its reviewer has seen this. Whatever of it moves, the token is another. Null where it would be refused."
    seen: String
  }

  "A record that waits, or waited, for a reviewer."
  type Proposal {
    "Its identifier."
    id: UUID!
    "Whether the record is of an anime or an episode."
    type: RecordType!
    "The source of the record."
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
    "What approving it would do now: without arguments as an unambiguous match."
    approval(
      "The anime that the record means."
      into: UUID
      "Make a new anime of the record."
      new: Boolean = false
      "With new: although identifying ids that the record states stay with other anime."
      withoutSharedIds: Boolean = false
    ): ProposalApproval!
    "Of a rejected one: the members whose values stay out until the source says others."
    holds: [String!]!
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

  "A waiting record to publish."
  input ApproveProposalInput {
    "The proposal."
    id: UUID!
    "The anime that the record means; an ambiguous one needs this or new."
    into: UUID
    "Make a new anime of the record."
    new: Boolean = false
    "With new: although identifying ids that the record states stay with other anime."
    withoutSharedIds: Boolean = false
    "Proposal.approval.seen of the same choice. Without it the proposal is approved as it came in, or not at all."
    seen: String
    ${reviewerFields}
  }

  "A waiting record to let be."
  input RejectProposalInput {
    "The proposal."
    id: UUID!
    ${reviewerFields}
  }

  "What a decision did."
  type ProposalPayload {
    "The proposal after the decision."
    proposal: Proposal!
    "The anime that was published; null after a rejection."
    anime: Anime
    "Ids of an approved record that stay with other anime."
    idsElsewhere: [IdElsewhere!]!
    "How many events the decision published."
    events: Int!
  }

  extend type Query {
    "Proposals, oldest first; every status when none is given."
    proposals(
      status: ProposalStatus
      ${pageArguments()}
    ): ProposalConnection!
    "One proposal."
    proposal(id: UUID!): Proposal
  }

  extend type Mutation {
    "Publishes a waiting record. Errors: conflict when it is decided already, when it would change nothing or leave shared ids behind, and when what it would change is not what this reviewer has seen: what that is now is in the message."
    approveProposal(input: ApproveProposalInput!): ProposalPayload!
    "Lets a waiting record be. What is new in it stays out until its source says another value."
    rejectProposal(input: RejectProposalInput!): ProposalPayload!
  }
`;
