import { eventKindValues } from '../model/eventKinds.ts';
import { DELIVERY_ATTEMPTS, LARGEST_TESTS, MANUAL_CYCLES } from '../model/limits.ts';
import { pageArguments } from '../reading/pageArguments.ts';

const filterArguments = `"Only in this state."
      status: DeliveryStatus
      "Only of this kind."
      kind: DeliveryKind
      "Only of the event with this id."
      event: UUID
      "Only those made at this instant or later."
      since: DateTime`;

export const deliveryTypeDefs = /* GraphQL */ `
  "What a delivery carries."
  enum DeliveryKind {
    ${eventKindValues}
    "A message that tests the receiver."
    PING
  }

  "Where a delivery stands."
  enum DeliveryStatus {
    "It waits for its next attempt."
    PENDING
    "The receiver acknowledged it."
    DELIVERED
    "It failed for good; it can be retried by hand."
    FAILED
    "Its webhook was disabled or deleted before it was acknowledged."
    CANCELLED
  }

  "Why an attempt was not acknowledged."
  enum AttemptError {
    "No answer came in time."
    TIMEOUT
    "The receiver's name could not be resolved."
    DNS
    "The handshake or the certificate failed."
    TLS
    "No connection could be made, or it broke off."
    CONNECTION
    "The URL or one of the receiver's addresses is not public."
    UNSAFE_ADDRESS
    "The receiver answered, but not with 2xx."
    HTTP_STATUS
    "The process that sent it died or was stopped."
    INTERRUPTED
    "Nothing was sent: no key of SECRETS_KEY opens the webhook's secret, which is to be replaced. It is no attempt of the eight."
    UNSIGNED
  }

  "One event, or ping, on its way to one webhook."
  type Delivery {
    "Stable across attempts."
    id: UUID!
    "The webhook."
    webhookId: UUID!
    "The same; null where it was deleted since."
    webhook: Webhook
    "The id in the payload, on which receivers deduplicate."
    eventId: UUID!
    "What it carries."
    kind: DeliveryKind!
    "Whether it tests the receiver: a ping, or an event sent by testWebhook. It is sent once."
    isTest: Boolean!
    "Where it stands."
    status: DeliveryStatus!
    "How often it was begun again by hand."
    cycle: Int!
    "When it is tried next; null unless it waits."
    nextAttemptAt: DateTime
    "When it was made."
    createdAt: DateTime!
    "When it was delivered, failed or cancelled; null before."
    completedAt: DateTime
    "Another with every change of what stands here."
    version: String!
    "What its attempts send."
    request: DeliveryRequest!
    "Its attempts so far, oldest first, those of earlier cycles included."
    attempts: [DeliveryAttempt!]!
  }

  "What every attempt at a delivery sends."
  type DeliveryRequest {
    "Those that are the same in every attempt; the User-Agent is that of the running version."
    headers: [HttpHeader!]!
    "The bytes of the body, which are UTF-8."
    body: String!
  }

  "A header of HTTP."
  type HttpHeader {
    "In lower case."
    name: String!
    "As it is sent."
    value: String!
  }

  "One attempt at a delivery that has ended."
  type DeliveryAttempt {
    "From 1 in each cycle."
    number: Int!
    "The delivery's cycle at that time."
    cycle: Int!
    "When it began."
    startedAt: DateTime!
    "How long it took."
    durationMs: Int!
    "What it added to the headers of the delivery's request, but for its signature; empty where nothing was signed."
    requestHeaders: [HttpHeader!]!
    "The status that the receiver answered with; null: none came."
    status: Int
    "Null when it was acknowledged."
    error: AttemptError
    "What is wrong with the handshake or the certificate; null with other errors."
    reason: AttemptReason
    "The first 4 kB of the answer's body; null when no answer came."
    responseBody: String
  }

  "What exactly failed."
  type AttemptReason {
    "OpenSSL's or Node's code, such as CERT_HAS_EXPIRED."
    code: String!
    "In a sentence, with the remedy."
    text: String!
  }

  "A page of deliveries."
  type DeliveryConnection {
    "The deliveries of this page, newest first."
    nodes: [Delivery!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  "A delivery."
  input RetryDeliveryInput {
    "The delivery."
    id: UUID!
  }

  "Which event to send as a test."
  input TestWebhookInput {
    "The webhook."
    id: UUID!
    "The kind of event, of which the newest is sent."
    kind: EventKind!
  }

  "Which failed deliveries to retry."
  input RetryFailedDeliveriesInput {
    "The webhook."
    webhookId: UUID!
    "Those that failed at this instant or later."
    since: DateTime!
  }

  "A delivery that waits for its attempt."
  type DeliveryPayload {
    "The delivery."
    delivery: Delivery!
  }

  "What is retried."
  type RetryFailedDeliveriesPayload {
    "How many deliveries wait for their attempt now."
    retried: Int!
    "How many stay failed because they have been retried ${MANUAL_CYCLES} times."
    exhausted: Int!
  }

  extend type Webhook {
    "Its deliveries, newest first, each from its first attempt on."
    deliveries(
      ${filterArguments}
      ${pageArguments('with the same filters')}
    ): DeliveryConnection
    "One of its deliveries; null when there is none."
    delivery(id: UUID!): Delivery
  }

  extend type Query {
    "Deliveries, newest first, each from its first attempt on: of one webhook or of all; null when there is no such webhook."
    deliveries(
      webhookId: UUID
      ${filterArguments}
      ${pageArguments('with the same filters')}
    ): DeliveryConnection @access(to: OWNER, of: WEBHOOK, by: "webhookId")
    "One delivery; null when there is none."
    delivery(id: UUID!): Delivery @access(to: OWNER, of: DELIVERY, by: "id")
  }

  extend type Mutation {
    "Sends a test message, once. Conflict when the webhook is disabled, or after ${LARGEST_TESTS} within a minute."
    pingWebhook(input: WebhookInput!): DeliveryPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Sends the newest event of a kind as a test, once; it counts as a ping. Conflict too when no event of the kind was published yet."
    testWebhook(input: TestWebhookInput!): DeliveryPayload! @access(to: OWNER, of: WEBHOOK, by: "input.id")
    "Begins a failed delivery again, with ${DELIVERY_ATTEMPTS} attempts; at most ${MANUAL_CYCLES} times. Conflict when it has not failed."
    retryDelivery(input: RetryDeliveryInput!): DeliveryPayload! @access(to: OWNER, of: DELIVERY, by: "input.id")
    "Begins every delivery of a webhook again that failed since an instant."
    retryFailedDeliveries(input: RetryFailedDeliveriesInput!): RetryFailedDeliveriesPayload! @access(to: OWNER, of: WEBHOOK, by: "input.webhookId")
  }
`;
