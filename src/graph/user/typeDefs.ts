import { SCOPES } from '../model/scopes.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const userTypeDefs = /* GraphQL */ `
  "A person who signs in at the embedded issuer."
  type User {
    "The user's name for signing in; also the sub of the user's access tokens, and so the owner of applications."
    name: String!
    "When the user was created."
    createdAt: DateTime!
    "When the user was disabled; null when enabled."
    disabledAt: DateTime
  }

  "A page of users."
  type UserConnection {
    "The users of this page, by name."
    nodes: [User!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A new user."
  input CreateUserInput {
    "1–64 lower-case letters, digits and . _ @ + -"
    name: String!
    "12–256 characters."
    password: String!
  }

  "A new password for a user."
  input ChangePasswordInput {
    "The user."
    name: String!
    "12–256 characters."
    password: String!
  }

  "A user to change."
  input UserInput {
    "The user."
    name: String!
  }

  "An access token to sign."
  input IssueTokenInput {
    "The token's sub. The user may have no account here; a disabled one is refused."
    user: String!
    "Its scopes: ${SCOPES.join(', ')}."
    scopes: [String!]!
    "Its lifetime in seconds: 60 to 2592000 (30 days)."
    ttlSeconds: Int! = 3600
  }

  "The user whose tokens to revoke."
  input RevokeUserTokensInput {
    "The sub of the tokens. An account of that name need not exist."
    user: String!
  }

  "The token to revoke."
  input RevokeTokenInput {
    "The token's jti."
    jti: String!
  }

  "A rotation of the signing key."
  input RotateSigningKeyInput {
    "Whether to withdraw the earlier keys: every token that they signed is refused within 5 seconds."
    now: Boolean = false
  }

  "The user after a change."
  type UserPayload {
    "The user."
    user: User!
  }

  "The token that was signed."
  type IssueTokenPayload {
    "The access token, which is not stored."
    token: String!
    "When it expires."
    expiresAt: DateTime!
  }

  "The effect of a revocation."
  type RevokeUserTokensPayload {
    "Tokens issued up to and including this second are refused."
    notBefore: DateTime!
  }

  "The effect of a revocation."
  type RevokeTokenPayload {
    "When the token was revoked."
    revokedAt: DateTime!
  }

  "The effect of a rotation."
  type RotateSigningKeyPayload {
    "The kid of the new signing key."
    keyId: String!
  }

  extend type Query {
    "Users of the embedded issuer, by name."
    users(
      ${pageArguments()}
    ): UserConnection!
  }

  extend type Mutation {
    "Creates a user of the embedded issuer."
    createUser(input: CreateUserInput!): UserPayload!
    "Sets a new password. Earlier sessions, grants, refresh and access tokens end, the latter within 5 seconds."
    changePassword(input: ChangePasswordInput!): UserPayload!
    "Signs an access token for a script of a person. Only with the embedded issuer."
    issueToken(input: IssueTokenInput!): IssueTokenPayload!
    "Refuses, within 5 seconds, every access token that the trusted issuer has issued to a user so far; at the embedded issuer sessions, grants and refresh tokens end too."
    revokeUserTokens(input: RevokeUserTokensInput!): RevokeUserTokensPayload!
    "Refuses one access token of the trusted issuer within 5 seconds, for good."
    revokeToken(input: RevokeTokenInput!): RevokeTokenPayload!
    "Creates a new signing key for the embedded issuer; tokens of the previous one stay valid unless it is withdrawn. Conflict while tokens of an older one are valid."
    rotateSigningKey(input: RotateSigningKeyInput): RotateSigningKeyPayload!
  }
`;
