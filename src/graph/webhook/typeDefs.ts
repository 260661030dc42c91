import {
  FAILING_WEBHOOK,
  LARGEST_ANIME_LIST,
  LARGEST_BACKLOG,
  LARGEST_FAILING,
  LARGEST_WEBHOOKS,
  LONGEST_WEBHOOK_NAME,
  WEBHOOK_HOURS,
} from '../model/limits.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const webhookTypeDefs = /* GraphQL */ `
  "Whether a webhook is sent events."
  enum WebhookStatus {
    "It is sent what is published after its start."
    ENABLED
    "It is sent nothing."
    DISABLED
  }

  "Where an application wants events to be sent."
  type Webhook {
    "Its identifier."
    id: UUID!
    "The application it belongs to."
    applicationId: UUID!
    "The same."
    application: Application!
    "What its owner calls it."
    name: String!
    "The receiver."
    url: String!
    "The kinds of events that it is sent."
    events: [EventKind!]!
    "The anime of which, and of whose episodes, it is sent events; null: all. One that was merged stands for its survivor."
    animeIds: [UUID!]
    "Whether it is sent events."
    status: WebhookStatus!
    "Why the service disabled it, or that it rests with its application or owner and comes back with them; null when its owner did, or while it is enabled."
    disabledReason: String
    "Whether its secret is lost to the service, so that nothing can be signed until another is made."
    needsRotation: Boolean!
    "The position up to which it has read the log of events: what it has yet to be sent, and what it missed while it was disabled, stands after it."
    position: String!
    "How many events it has yet to read, counted up to ${LARGEST_BACKLOG}. Deliveries that wait for another attempt are not among them."
    waiting: Int!
    "When its receiver last acknowledged a delivery, tests included; null where none ever was."
    lastSuccessAt: DateTime
    "Since when every delivery that ended has failed, tests aside; null after a success."
    failingSince: DateTime
    "When the service disables it unless a delivery succeeds before: ${FAILING_WEBHOOK.disabledAfterHours} hours after failingSince, or at the failure that is number ${FAILING_WEBHOOK.failures}, whichever is later. Null until it has failed for ${FAILING_WEBHOOK.warnedAfterHours} hours, and while it is disabled."
    disablesAt: DateTime
    "What became of its deliveries by the hour of their events, oldest first, counted when it is asked for: the last ${WEBHOOK_HOURS / 24} days, tests aside, hours without any left out."
    hours: [WebhookHour!]!
    "How long its receiver took to answer first attempts in these hours, tests aside; null where it answered none."
    answerTimes: AnswerTimes
    "Counts its changes by its owner and the service, not those of its deliveries."
    revision: Int!
    "Another with every change of what stands here, hours and answerTimes aside: the revision, a hyphen, and a digest of the state of its deliveries."
    version: String!
    "When it was created."
    createdAt: DateTime!
    "When it was last changed."
    updatedAt: DateTime!
  }

  "What became of a webhook's deliveries of an hour's events."
  type WebhookHour {
    "When the hour began, in UTC."
    hour: DateTime!
    "Deliveries that were acknowledged."
    delivered: Int!
    "Attempts that failed and were followed by another, or will be."
    retried: Int!
    "Deliveries that failed for good."
    failed: Int!
    "How long the receiver took to answer first attempts; null where it answered none."
    answerTimes: AnswerTimes
  }

  "How long a receiver took to answer the first attempt of each delivery, whatever it answered."
  type AnswerTimes {
    "How many attempts it answered."
    answers: Int!
    "Half of the answers took so many milliseconds at most."
    p50Ms: Int!
    "95 % of the answers took so many milliseconds at most."
    p95Ms: Int!
  }

  "How webhooks are doing, all together."
  type WebhookQueue {
    "Events that webhooks have yet to read, counted up to ${LARGEST_BACKLOG}."
    waiting: Int!
    "Webhooks that fail, the longest first, then those that the service has disabled; at most ${LARGEST_FAILING}."
    failing: [Webhook!]!
  }

  "A page of webhooks."
  type WebhookConnection {
    "The webhooks of this page, newest first."
    nodes: [Webhook!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  "A new webhook."
  input CreateWebhookInput {
    "The application it belongs to."
    applicationId: UUID!
    "What its owner calls it, 1–${LONGEST_WEBHOOK_NAME} characters."
    name: String!
    "The receiver: https, a public DNS name, port 443, no credentials, query or fragment."
    url: String!
    "The kinds of events to send, at least one."
    events: [EventKind!]!
    "The anime of which, and of whose episodes, to send events, 1–${LARGEST_ANIME_LIST}; absent or null: all."
    animeIds: [UUID!]
  }

  "A change of a webhook; what is absent or null stays."
  input UpdateWebhookInput {
    "The webhook."
    id: UUID!
    "The revisions that may be changed; null where any may."
    revisions: [Int!]
    "What its owner calls it."
    name: String
    "The receiver; deliveries go there from their next attempt on."
    url: String
    "The kinds of events to send."
    events: [EventKind!]
    "The anime of which, and of whose episodes, to send events, 1–${LARGEST_ANIME_LIST}. Unlike the others, null is a value: all."
    animeIds: [UUID!]
  }

  "The webhook to delete."
  input DeleteWebhookInput {
    "The webhook."
    id: UUID!
    "The revisions that may be deleted; null where any may."
    revisions: [Int!]
  }

  "A webhook."
  input WebhookInput {
    "The webhook."
    id: UUID!
  }

  "The webhook after the change."
  type WebhookPayload {
    "The webhook."
    webhook: Webhook!
  }

  "The webhook with its new secret."
  type WebhookSecretPayload {
    "The webhook."
    webhook: Webhook!
    "What its deliveries are signed with. It is shown this once."
    secret: String!
  }

  "What was deleted."
  type DeleteWebhookPayload {
    "The webhook's identifier."
    id: UUID!
  }

  extend type Query {
    "One webhook of an application; null when there is none."
    webhook(applicationId: UUID!, id: UUID!): Webhook @access(to: OWNER, of: APPLICATION, by: "applicationId")
    "The webhooks of an application, newest first; null when there is no such application."
    webhooks(
      applicationId: UUID!
      ${pageArguments()}
    ): WebhookConnection @access(to: OWNER, of: APPLICATION, by: "applicationId")
    "How webhooks are doing, all together."
    webhookQueue: WebhookQueue! @access(to: TOOL)
  }

  extend type Mutation {
    "Subscribes. It starts after the publication that is committed at that moment. An application has at most ${LARGEST_WEBHOOKS}."
    createWebhook(input: CreateWebhookInput!): WebhookSecretPayload! @access(to: OWNER, of: APPLICATION, by: "input.applicationId")
    "Changes a webhook: conflict when it is at none of the revisions."
    updateWebhook(input: UpdateWebhookInput!): WebhookPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Deletes a webhook; what waits is cancelled."
    deleteWebhook(input: DeleteWebhookInput!): DeleteWebhookPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Enables a webhook from now on: nothing that was published or cancelled before is sent. One that is enabled stays as it is."
    enableWebhook(input: WebhookInput!): WebhookPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Disables a webhook; what waits is cancelled. One that is disabled stays as it is."
    disableWebhook(input: WebhookInput!): WebhookPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Makes a new secret, which signs every attempt from now on."
    rotateWebhookSecret(input: WebhookInput!): WebhookSecretPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
  }
`;
