import { PERMISSIONS } from '../model/permissions.ts';
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
    "What the user may do beyond managing what is theirs: ${PERMISSIONS.join(', ')}, which opens the desk."
    permissions: [String!]!
  }

  "A page of users."
  type UserConnection {
    "The users of this page, by name."
    nodes: [User!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "The person who asks."
  type Account {
    "The sub of the person's access tokens."
    name: String!
    "Whether the embedded issuer keeps a password of theirs, so that changePassword replaces it."
    hasPassword: Boolean!
    "The sessions at the pages of the account, the latest sign-in first; at most 100."
    sessions: [AccountSession!]!
  }

  "A session of a browser at the pages of the account, or at the desk."
  type AccountSession {
    "Names it, and opens nothing."
    id: String!
    "When the person signed in."
    createdAt: DateTime!
    "The last request, to the minute."
    seenAt: DateTime!
    "Whether it is one of the desk, where records are reviewed."
    isAtDesk: Boolean!
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
    "The password so far, which the user herself must know; tools need none."
    current: String
  }

  "Somebody to invite."
  input InviteUserInput {
    "The name of the account to be: 1–64 lower-case letters, digits and . _ @ + -"
    name: String!
  }

  "An invitation and the password of the new account."
  input AcceptInvitationInput {
    "The name that the invitation is for."
    name: String!
    "The text in the invitation's link."
    invitation: String!
    "12–256 characters."
    password: String!
  }

  "A session to end."
  input EndAccountSessionInput {
    "The session's id."
    id: String!
  }

  "A user to change."
  input UserInput {
    "The user."
    name: String!
  }

  "A permission of a user."
  input PermissionInput {
    "The user."
    name: String!
    "The permission: ${PERMISSIONS.join(', ')}."
    permission: String!
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

  "A link that lets its bearer set the password of a new account, once."
  type InviteUserPayload {
    "The name of the account to be."
    name: String!
    "The link's path at the public listener, with the secret, which is not stored."
    path: String!
    "The public listener's configured origin; null where it follows the request."
    origin: String
    "When the link ends: 24 hours later."
    expiresAt: DateTime!
  }

  "The end of a session."
  type EndAccountSessionPayload {
    "False where the session had ended before, or is somebody else's."
    isEnded: Boolean!
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
    "Tokens issued up to and including this second are refused; of OAUTH_ISSUER, whose clock may be ahead, a minute after the revocation."
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
    "One user of the embedded issuer; null where there is none of that name."
    user(
      "The user's name."
      name: String!
    ): User
    "The person who asks. For people alone."
    account: Account!
    "Whom an invitation is for. Conflict, with the reason, when it lets nobody in."
    invitedName(
      "The text in the invitation's link."
      invitation: String!
    ): String!
  }

  extend type Mutation {
    "Creates a user of the embedded issuer."
    createUser(input: CreateUserInput!): UserPayload!
    "Sets a new password: tools anybody's, a person her own. Earlier sessions, grants, refresh and access tokens end, the latter within 5 seconds."
    changePassword(input: ChangePasswordInput!): UserPayload!
    "Permits a user something. No application, key or token carries it."
    grantPermission(input: PermissionInput!): UserPayload!
    "Takes a permission back; what it opened closes within 5 seconds."
    revokePermission(input: PermissionInput!): UserPayload!
    "Invites somebody to set the password of a new account. An earlier invitation of that name ends. Conflict when there is such a user, and where no page could take the invitation, with what to set."
    inviteUser(input: InviteUserInput!): InviteUserPayload!
    "Makes the account that an invitation is for, once. The invitation alone authorises it. Conflict when the invitation was used, has ended, or somebody made the user since."
    acceptInvitation(input: AcceptInvitationInput!): UserPayload!
    "Ends a session of the person who asks."
    endAccountSession(input: EndAccountSessionInput!): EndAccountSessionPayload!
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
