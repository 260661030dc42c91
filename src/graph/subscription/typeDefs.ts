import { LARGEST_SUBSCRIPTIONS, LONGEST_SUBSCRIPTION_NAME } from '../model/limits.ts';

export const subscriptionTypeDefs = /* GraphQL */ `
  "Whether a subscription is sent events."
  enum SubscriptionStatus {
    "It is sent what is published after its start."
    ENABLED
    "It is sent nothing."
    DISABLED
  }

  "Where an application wants events to be sent."
  type WebhookSubscription {
    "Its identifier."
    id: UUID!
    "The application it belongs to."
    applicationId: UUID!
    "What its owner calls it."
    name: String!
    "The receiver."
    url: String!
    "The kinds of events that it is sent."
    events: [EventKind!]!
    "Whether it is sent events."
    status: SubscriptionStatus!
    "Why the service disabled it, or that it rests with its application or owner and comes back with them; null when its owner did, or while it is enabled."
    disabledReason: String
    "Whether its secret is lost to the service, so that nothing can be signed until another is made."
    needsRotation: Boolean!
    "Counts its changes."
    revision: Int!
    "When it was created."
    createdAt: DateTime!
    "When it was last changed."
    updatedAt: DateTime!
  }

  "A page of subscriptions."
  type WebhookSubscriptionConnection {
    "The subscriptions of this page, newest first."
    nodes: [WebhookSubscription!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  "A new subscription."
  input CreateSubscriptionInput {
    "The application it belongs to."
    applicationId: UUID!
    "What its owner calls it, 1–${LONGEST_SUBSCRIPTION_NAME} characters."
    name: String!
    "The receiver: https, a public DNS name, port 443, no credentials, query or fragment."
    url: String!
    "The kinds of events to send, at least one."
    events: [EventKind!]!
  }

  "A change of a subscription; what is absent or null stays."
  input UpdateSubscriptionInput {
    "The subscription."
    id: UUID!
    "The revisions that may be changed; null: any."
    revisions: [Int!]
    "What its owner calls it."
    name: String
    "The receiver; deliveries go there from their next attempt on."
    url: String
    "The kinds of events to send."
    events: [EventKind!]
  }

  "The subscription to delete."
  input DeleteSubscriptionInput {
    "The subscription."
    id: UUID!
    "The revisions that may be deleted; null: any."
    revisions: [Int!]
  }

  "A subscription."
  input SubscriptionInput {
    "The subscription."
    id: UUID!
  }

  "The subscription after the change."
  type SubscriptionPayload {
    "The subscription."
    subscription: WebhookSubscription!
  }

  "The subscription with its new secret."
  type SubscriptionSecretPayload {
    "The subscription."
    subscription: WebhookSubscription!
    "What its deliveries are signed with. It is shown this once."
    secret: String!
  }

  "What was deleted."
  type DeleteSubscriptionPayload {
    "The subscription's identifier."
    id: UUID!
  }

  extend type Query {
    "One subscription of an application; null when there is none."
    subscription(applicationId: UUID!, id: UUID!): WebhookSubscription
    "The subscriptions of an application, newest first; null when there is no such application."
    subscriptions(
      applicationId: UUID!
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): WebhookSubscriptionConnection
  }

  extend type Mutation {
    "Subscribes. It starts after the publication that is committed at that moment. An application has at most ${LARGEST_SUBSCRIPTIONS}."
    createSubscription(input: CreateSubscriptionInput!): SubscriptionSecretPayload!
    "Changes a subscription: conflict when it is at none of the revisions."
    updateSubscription(input: UpdateSubscriptionInput!): SubscriptionPayload!
    "Deletes a subscription; what waits is cancelled."
    deleteSubscription(input: DeleteSubscriptionInput!): DeleteSubscriptionPayload!
    "Enables a subscription from now on: nothing that was published or cancelled before is sent. One that is enabled stays as it is."
    enableSubscription(input: SubscriptionInput!): SubscriptionPayload!
    "Disables a subscription; what waits is cancelled. One that is disabled stays as it is."
    disableSubscription(input: SubscriptionInput!): SubscriptionPayload!
    "Makes a new secret, which signs every attempt from now on."
    rotateSubscriptionSecret(input: SubscriptionInput!): SubscriptionSecretPayload!
  }
`;
