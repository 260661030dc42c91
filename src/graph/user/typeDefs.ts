export const userTypeDefs = /* GraphQL */ `
  "A person who signs in at the embedded issuer."
  type User {
    "What the person types; also the sub of the person's access tokens, and so the owner of applications."
    name: String!
    "When the user was created."
    createdAt: DateTime!
    "Since when the user is shut out; null: not at all."
    disabledAt: DateTime
  }

  "A page of users."
  type UserConnection {
    "The users of this page, by name."
    nodes: [User!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  "A new user."
  input CreateUserInput {
    "1–64 lower-case letters, digits and . _ @ + -"
    name: String!
    "12–256 characters."
    password: String!
  }

  "Another password for a user."
  input ChangePasswordInput {
    "The user."
    name: String!
    "12–256 characters."
    password: String!
  }

  "Which user to change."
  input UserInput {
    "The user."
    name: String!
  }

  "An access token to sign."
  input IssueTokenInput {
    "The person it speaks for: its sub. The user need not have a password here; one who is disabled is refused."
    user: String!
    "What it allows: anime.read, search.read, webhooks.read, webhooks.write."
    scopes: [String!]!
    "How long it works, in seconds: 60 to 2592000 (30 days)."
    ttlSeconds: Int! = 3600
  }

  "The user after a change."
  type UserPayload {
    "The user."
    user: User!
  }

  "The token that was signed."
  type IssueTokenPayload {
    "The access token. It is stored nowhere."
    token: String!
    "When it ends."
    expiresAt: DateTime!
  }

  "What a rotation did."
  type RotateSigningKeyPayload {
    "The kid of the key that signs from now on."
    keyId: String!
  }

  extend type Query {
    "Users of the embedded issuer, by name."
    users(
      "Page size, 1–100."
      first: Int! = 25
      "Cursor of an earlier page."
      after: String
    ): UserConnection!
  }

  extend type Mutation {
    "Lets a person sign in at the embedded issuer."
    createUser(input: CreateUserInput!): UserPayload!
    "Gives a user another password."
    changePassword(input: ChangePasswordInput!): UserPayload!
    "Shuts a user out: no sign-in, and the user's access tokens are refused within 5 seconds."
    disableUser(input: UserInput!): UserPayload!
    "Lets a user in again."
    enableUser(input: UserInput!): UserPayload!
    "Signs an access token for a script of a person. Only with the embedded issuer."
    issueToken(input: IssueTokenInput!): IssueTokenPayload!
    "Makes a new signing key for the embedded issuer; tokens of the one before stay valid. Conflict while tokens of an older one live."
    rotateSigningKey: RotateSigningKeyPayload!
  }
`;
