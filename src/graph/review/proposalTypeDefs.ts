import { pageArguments } from '../reading/pageArguments.ts';
import { reviewerFields } from './decisionTypeDefs.ts';

export const proposalTypeDefs = /* GraphQL */ `
  "Why a record is pending review."
  enum ProposalReason {
    "Its source is not approved."
    UNAPPROVED_SOURCE
    "The import requested a review."
    REVIEW_REQUESTED
    "It matches several anime, or one that has another record of the same source: the reviewer chooses."
    AMBIGUOUS_MATCH
  }

  "The state of a proposal."
  enum ProposalStatus {
    "It awaits a decision."
    PENDING
    "A reviewer published it."
    APPROVED
    "A reviewer rejected it."
    REJECTED
    "Its source has changed it since, or sent it again after it was approved."
    SUPERSEDED
  }

  "The type of a record."
  enum RecordType {
    "An anime."
    ANIME
    "An episode."
    EPISODE
  }

  "One field of the canonical data that the approval would change."
  type FieldDifference {
    "The field's name in REST, e.g. year."
    field: String!
    "The current value as JSON text; null for a new anime or episode."
    before: String
    "The value after approval, as JSON text."
    after: String!
  }

  "An identifying id of the record that another anime keeps."
  type IdElsewhere {
    "The site, e.g. mal."
    site: String!
    "The id there."
    id: String!
    "The anime that has it."
    anime: Anime!
  }

  "The current effects of one way to approve a proposal."
  type ProposalApproval {
    "The changes, field by field; empty where it would be refused. For a decided proposal, those of the decision, or of the rejected approval."
    difference: [FieldDifference!]!
    "Ids of the record that would stay with other anime."
    idsElsewhere: [IdElsewhere!]!
    "Why it would be refused, and the remedy; null when it would not."
    refusal: String
    "The token that tells approveProposal that its reviewer has seen these effects. It changes with any of them. Null where it would be refused."
    seen: String
  }

  "A record that is or was pending review."
  type Proposal {
    "Its identifier."
    id: UUID!
    "The type of the record."
    type: RecordType!
    "The source of the record."
    source: String!
    "The record's key at that source."
    sourceId: String!
    "The record as received, in the catalog format."
    record: CatalogRecord!
    "Why it is or was pending."
    reason: ProposalReason!
    "Its state."
    status: ProposalStatus!
    "The anime that the record may belong to; none when it would be new."
    candidates: [Anime!]!
    "What approving would change now, field by field; for a decided proposal, what the decision changed, or would have changed at that time. For an ambiguous record: into the first candidate. Empty for a superseded one, and where it cannot currently be approved."
    difference: [FieldDifference!]!
    "The effects of approving it now: without arguments as an unambiguous match."
    approval(
      "The anime that the record belongs to."
      into: UUID
      "Create a new anime from the record."
      new: Boolean = false
      "With new: even if some of the record's identifying ids stay with other anime."
      withoutSharedIds: Boolean = false
    ): ProposalApproval!
    "The anime that the record belongs to now; for an episode, the anime of the episode. Null while no record of its key is published, as before a first approval."
    anime: Anime
    "Of a rejected proposal: the members whose values stay out until the source states others."
    holds: [String!]!
    "The reviewer; while it is pending, who reopened it."
    reviewer: String
    "That reviewer's reason."
    decision: String
    "When the record was received."
    createdAt: DateTime!
    "Null while it is pending."
    decidedAt: DateTime
  }

  "Pending proposals of one source for one reason."
  type PendingCount {
    "The source of the records."
    source: String!
    "Why they are pending."
    reason: ProposalReason!
    "Their number; positive."
    count: Int!
  }

  "A person who wants to review."
  input OpenDeskInput {
    "The reviewer, whom decisions at the desk record; X-Actor when absent."
    reviewer: String
  }

  "The way into the desk."
  type OpenDeskPayload {
    "The path at the internal listener, with a secret: it begins one session, once."
    path: String!
    "The reviewer."
    reviewer: String!
    "When the path ends, used or not."
    expiresAt: DateTime!
  }

  "A page of proposals."
  type ProposalConnection {
    "The proposals of this page, in the order of the list."
    nodes: [Proposal!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A pending record to publish."
  input ApproveProposalInput {
    "The proposal."
    id: UUID!
    "The anime that the record belongs to; an ambiguous one needs this or new."
    into: UUID
    "Create a new anime from the record."
    new: Boolean = false
    "With new: even if some of the record's identifying ids stay with other anime."
    withoutSharedIds: Boolean = false
    "Proposal.approval.seen of the same choice. Without it the proposal is approved only if its effects are as they were when it came in."
    seen: String
    ${reviewerFields}
  }

  "A pending record to reject."
  input RejectProposalInput {
    "The proposal."
    id: UUID!
    ${reviewerFields}
  }

  "A rejection to take back."
  input ReopenProposalInput {
    "The rejected proposal."
    id: UUID!
    ${reviewerFields}
  }

  "What waits again."
  type ReopenProposalPayload {
    "A new one, with the values that the rejection still kept out."
    proposal: Proposal!
  }

  "The effects of a decision."
  type ProposalPayload {
    "The proposal after the decision."
    proposal: Proposal!
    "The published anime; null after a rejection."
    anime: Anime
    "Ids of an approved record that stay with other anime."
    idsElsewhere: [IdElsewhere!]!
    "The number of events published."
    events: Int!
  }

  extend type Query {
    "Proposals, oldest first; of every status, reason and source by default."
    proposals(
      status: ProposalStatus
      reason: ProposalReason
      source: String
      ${pageArguments()}
    ): ProposalConnection! @access(to: TOOL)
    "One proposal."
    proposal(id: UUID!): Proposal @access(to: TOOL)
  }

  extend type Query {
    "The number of pending proposals by source and reason, the most frequent first."
    pendingProposals: [PendingCount!]! @access(to: TOOL)
    "Proposals that a reviewer decided, the latest decision first."
    decisions(
      ${pageArguments()}
    ): ProposalConnection! @access(to: TOOL)
  }

  extend type Mutation {
    "Lets a person into the desk of the internal listener, by a link that is used once. Errors: invalid_parameter without a name, conflict where no desk is served."
    openDesk(input: OpenDeskInput!): OpenDeskPayload! @access(to: TOOL)
    "Publishes a pending record. Errors: conflict when it is already decided, when it would change nothing or leave shared ids behind, and when its effects are not those that this reviewer has seen: the message states the current ones."
    approveProposal(input: ApproveProposalInput!): ProposalPayload! @access(to: TOOL)
    "Rejects a pending record. Its new values stay out until its source states others."
    rejectProposal(input: RejectProposalInput!): ProposalPayload! @access(to: TOOL)
    "Takes a rejection back: what it still keeps out waits for a reviewer again. Errors: conflict where it keeps nothing out, and where a record of its key waits."
    reopenProposal(input: ReopenProposalInput!): ReopenProposalPayload! @access(to: TOOL)
  }
`;
