import { SCOPES } from '../model/scopes.ts';
import { pageArguments } from '../reading/pageArguments.ts';

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
    "What it allows: ${SCOPES.join(', ')}."
    scopes: [String!]!
    "How long it works, in seconds: 60 to 2592000 (30 days)."
    ttlSeconds: Int! = 3600
  }

  "Whose tokens to revoke."
  input RevokeUserTokensInput {
    "The sub of the tokens. There need be no account of that name."
    user: String!
  }

  "Which token to revoke."
  input RevokeTokenInput {
    "The token's jti."
    jti: String!
  }

  "How to replace the signing key."
  input RotateSigningKeyInput {
    "Whether the keys of before are withdrawn: every token that they signed is refused within 5 seconds."
    now: Boolean = false
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

  "What was revoked."
  type RevokeUserTokensPayload {
    "Tokens of this second and before are refused."
    notBefore: DateTime!
  }

  "What was revoked."
  type RevokeTokenPayload {
    "When it was."
    revokedAt: DateTime!
  }

  "What a rotation did."
  type RotateSigningKeyPayload {
    "The kid of the key that signs from now on."
    keyId: String!
  }

  extend type Query {
    "Users of the embedded issuer, by name."
    users(
      ${pageArguments()}
    ): UserConnection!
  }

  extend type Mutation {
    "Lets a person sign in at the embedded issuer."
    createUser(input: CreateUserInput!): UserPayload!
    "Gives a user another password. Sessions, grants, refresh and access tokens of before end, the latter within 5 seconds."
    changePassword(input: ChangePasswordInput!): UserPayload!
    "Signs an access token for a script of a person. Only with the embedded issuer."
    issueToken(input: IssueTokenInput!): IssueTokenPayload!
    "Refuses, within 5 seconds, every access token that the trusted issuer has issued to a user until now; at the embedded issuer sessions, grants and refresh tokens end too."
    revokeUserTokens(input: RevokeUserTokensInput!): RevokeUserTokensPayload!
    "Refuses one access token of the trusted issuer within 5 seconds, for good."
    revokeToken(input: RevokeTokenInput!): RevokeTokenPayload!
    "Makes a new signing key for the embedded issuer; tokens of the one before stay valid unless it is withdrawn. Conflict while tokens of an older one live."
    rotateSigningKey(input: RotateSigningKeyInput): RotateSigningKeyPayload!
  }
`;
