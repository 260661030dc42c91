export const administrationTypeDefs = /* GraphQL */ `
  "Another name for an application."
  input RenameApplicationInput {
    "The application."
    id: UUID!
    "What people call it, 1–100 characters."
    name: String!
  }

  "Other redirect URIs for an application."
  input SetRedirectUrisInput {
    "The application."
    id: UUID!
    "All that it has from now on, at most 10; none: nobody signs in through it."
    redirectUris: [String!]!
  }

  "Another owner for an application."
  input TransferApplicationInput {
    "The application."
    id: UUID!
    "The new owner: the sub of that user's access tokens at the issuer whose tokens are taken."
    owner: String!
    "Whether an owner without an account at the embedded issuer is refused."
    requireAccount: Boolean = false
  }

  "Which application to change."
  input ApplicationInput {
    "The application."
    id: UUID!
  }

  "The application that is gone."
  type DeleteApplicationPayload {
    "Its identifier."
    id: UUID!
  }

  extend type Mutation {
    "Gives an application another name."
    renameApplication(input: RenameApplicationInput!): ApplicationPayload!
    "Replaces the redirect URIs of an application."
    setRedirectUris(input: SetRedirectUrisInput!): ApplicationPayload!
    "Gives an application, with its keys and webhooks, to another user. Conflict when that user has 20 already."
    transferApplication(input: TransferApplicationInput!): ApplicationPayload!
    "Lets an application rest: its keys and the tokens of those who signed in through it are refused within 5 seconds, its webhooks are sent nothing, nobody signs in through it."
    disableApplication(input: ApplicationInput!): ApplicationPayload!
    "Ends the rest of an application. Its webhooks start after what was published during it, but for those that were disabled one by one."
    enableApplication(input: ApplicationInput!): ApplicationPayload!
    "Ends an application for good, with its keys and webhooks."
    deleteApplication(input: ApplicationInput!): DeleteApplicationPayload!
    "Shuts a user out: no sign-in; sessions, grants, refresh and access tokens end for good, the latter within 5 seconds. The keys and webhooks of the user's applications rest."
    disableUser(input: UserInput!): UserPayload!
    "Lets a user sign in again: nothing that was issued before comes back. Keys and webhooks do, but for those that were revoked or disabled one by one."
    enableUser(input: UserInput!): UserPayload!
  }
`;
