import { DELIVERY_ATTEMPTS, LARGEST_PINGS, MANUAL_CYCLES } from '../model/limits.ts';

export const deliveryTypeDefs = /* GraphQL */ `
  "What a delivery carries."
  enum DeliveryKind {
    "An anime was published for the first time."
    ANIME_CREATED
    "A published anime changed."
    ANIME_UPDATED
    "The first confirmation of an episode's release."
    EPISODE_RELEASED
    "Schedules, delays, cancellations and corrections of an episode."
    EPISODE_UPDATED
    "A message that tests the receiver."
    PING
  }

  "Where a delivery stands."
  enum DeliveryStatus {
    "It waits for its next attempt."
    PENDING
    "An attempt is under way."
    DELIVERING
    "The receiver acknowledged it."
    DELIVERED
    "It failed for good; it can be retried by hand."
    FAILED
    "Its subscription was disabled or deleted before it was acknowledged."
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
    "Nothing was sent: no key of SECRETS_KEY opens the subscription's secret, which is to be replaced. It is no attempt of the eight."
    UNSIGNED
  }

  "One event, or ping, on its way to one subscription."
  type Delivery {
    "Stable across attempts."
    id: UUID!
    "The subscription."
    subscriptionId: UUID!
    "The id in the payload, on which receivers deduplicate."
    eventId: UUID!
    "What it carries."
    kind: DeliveryKind!
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
    "Its attempts so far, oldest first, those of earlier cycles included."
    attempts: [DeliveryAttempt!]!
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
    "The status that the receiver answered with; null: none came."
    status: Int
    "Null when it was acknowledged."
    error: AttemptError
    "The first 4 kB of the answer's body; null when no answer came."
    responseBody: String
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

  "Which failed deliveries to retry."
  input RetryFailedDeliveriesInput {
    "The subscription."
    subscriptionId: UUID!
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

  extend type WebhookSubscription {
    "Its deliveries, newest first."
    deliveries(
      status: DeliveryStatus
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): DeliveryConnection
    "One of its deliveries; null when there is none."
    delivery(id: UUID!): Delivery
  }

  extend type Query {
    "Deliveries, newest first: of one subscription or of all; null when there is no such subscription."
    deliveries(
      subscriptionId: UUID
      status: DeliveryStatus
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): DeliveryConnection
    "One delivery; null when there is none."
    delivery(id: UUID!): Delivery
  }

  extend type Mutation {
    "Sends a test message, once. Conflict when the subscription is disabled, or after ${LARGEST_PINGS} within a minute."
    pingSubscription(input: SubscriptionInput!): DeliveryPayload!
    "Begins a failed delivery again, with ${DELIVERY_ATTEMPTS} attempts; at most ${MANUAL_CYCLES} times. Conflict when it has not failed."
    retryDelivery(input: RetryDeliveryInput!): DeliveryPayload!
    "Begins every delivery of a subscription again that failed since an instant."
    retryFailedDeliveries(input: RetryFailedDeliveriesInput!): RetryFailedDeliveriesPayload!
  }
`;
