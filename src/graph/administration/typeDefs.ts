export const administrationTypeDefs = /* GraphQL */ `
  "A new owner for an application."
  input TransferApplicationInput {
    "The application."
    id: UUID!
    "The new owner: the sub of that user's access tokens at the accepted issuer."
    owner: String!
    "Whether to refuse an owner without an account at the embedded issuer."
    requireAccount: Boolean = false
  }

  "An application to change."
  input ApplicationInput {
    "The application."
    id: UUID!
  }

  "The application that was deleted."
  type DeleteApplicationPayload {
    "Its identifier."
    id: UUID!
  }

  extend type Mutation {
    "Transfers an application, with its keys and webhooks, to another user. Conflict when that user has 20 already."
    transferApplication(input: TransferApplicationInput!): ApplicationPayload!
    "Disables an application: its keys and the tokens of users who signed in through it are refused within 5 seconds, its webhooks receive nothing, and users cannot sign in through it."
    disableApplication(input: ApplicationInput!): ApplicationPayload!
    "Enables an application. Its webhooks skip the events published while it was disabled; those that were disabled one by one stay disabled."
    enableApplication(input: ApplicationInput!): ApplicationPayload!
    "Deletes an application for good, with its keys and webhooks. For its owner, and tools."
    deleteApplication(input: ApplicationInput!): DeleteApplicationPayload!
    "Disables a user: sign-in is refused; sessions, grants, refresh and access tokens end for good, the latter within 5 seconds. The keys and webhooks of the user's applications are suspended."
    disableUser(input: UserInput!): UserPayload!
    "Enables a user. Everything issued before stays invalid. Keys and webhooks work again, except those that were revoked or disabled one by one."
    enableUser(input: UserInput!): UserPayload!
  }
`;
