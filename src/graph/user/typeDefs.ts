import { PERMISSIONS } from '../model/permissions.ts';
import { SCOPES } from '../model/scopes.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const userTypeDefs = /* GraphQL */ `
  "A person who signs in here: without OAUTH_ISSUER."
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
    "Whether the password is kept here, so that changePassword replaces it."
    hasPassword: Boolean!
    "The sessions at the pages of the account, the latest sign-in first; at most 100."
    sessions: [AccountSession!]!
    "The access tokens made for them that work, the newest first; at most 100. Null where OAUTH_ISSUER issues them."
    tokens: [AccessToken!]
  }

  "An access token that was made here, without its text."
  type AccessToken {
    "Its jti."
    id: UUID!
    "What the person calls it; null where nobody named it."
    label: String
    "Its scopes: ${SCOPES.join(', ')}."
    scopes: [String!]!
    "When it was made."
    createdAt: DateTime!
    "When it expires."
    expiresAt: DateTime!
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
    "The browser that asked last, such as Firefox on Linux; null where it names itself in no known way."
    browser: String
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

  "An access token to make."
  input IssueTokenInput {
    "The token's sub: a person's own name. Tools may name anybody, also somebody without an account; a disabled one is refused."
    user: String!
    "What the person calls it, 1–100 characters; absent: nothing."
    label: String
    "Its scopes: ${SCOPES.join(', ')}."
    scopes: [String!]!
    "Its lifetime in seconds: 60 to 43200 (12 hours)."
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
    "Whether to withdraw the earlier keys: every token that they signed ends at once."
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
    "The public listener's origin: PUBLIC_URL, else its address on its own machine."
    origin: String!
    "When the link ends: 24 hours later."
    expiresAt: DateTime!
  }

  "The end of a session."
  type EndAccountSessionPayload {
    "False where the session had ended before, or is somebody else's."
    isEnded: Boolean!
  }

  "The token that was made."
  type IssueTokenPayload {
    "The access token, which is not stored."
    token: String!
    "Its jti."
    id: UUID!
    "When it expires."
    expiresAt: DateTime!
  }

  "The effect of a revocation."
  type RevokeUserTokensPayload {
    "What was issued until now has ended; of OAUTH_ISSUER, whose clock may be ahead, what it issues until a minute after the revocation."
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
    "People who sign in here, by name."
    users(
      ${pageArguments()}
    ): UserConnection! @access(to: TOOL)
    "A person who signs in here; null where there is none of that name."
    user(
      "The user's name."
      name: String!
    ): User @access(to: TOOL)
    "The person who asks; no tool is one."
    account: Account! @access(to: VIEWER, of: ACCOUNT)
    "Whom an invitation is for. Conflict, with the reason, when it lets nobody in."
    invitedName(
      "The text in the invitation's link."
      invitation: String!
    ): String! @access(to: PUBLIC)
  }

  extend type Mutation {
    "Lets a person sign in here."
    createUser(input: CreateUserInput!): UserPayload! @access(to: TOOL)
    "Sets a new password: tools anybody's, a person her own. Earlier sessions and access tokens end at once."
    changePassword(input: ChangePasswordInput!): UserPayload! @access(to: VIEWER, of: PASSWORD, by: "input.name")
    "Permits a user something. No application, key or token carries it."
    grantPermission(input: PermissionInput!): UserPayload! @access(to: TOOL)
    "Takes a permission back; what it opened closes within 5 seconds."
    revokePermission(input: PermissionInput!): UserPayload! @access(to: TOOL)
    "Invites somebody to set the password of a new account. An earlier invitation of that name ends. Conflict when there is such a user, and where no page could take the invitation, with what to set."
    inviteUser(input: InviteUserInput!): InviteUserPayload! @access(to: TOOL)
    "Makes the account that an invitation is for, once. The invitation alone authorises it. Conflict when the invitation was used, has ended, or somebody made the user since."
    acceptInvitation(input: AcceptInvitationInput!): UserPayload! @access(to: PUBLIC)
    "Ends a session of the person who asks."
    endAccountSession(input: EndAccountSessionInput!): EndAccountSessionPayload! @access(to: VIEWER, of: ACCOUNT)
    "Makes an access token: tools for anybody, a person for herself from a page of her account. Not with OAUTH_ISSUER."
    issueToken(input: IssueTokenInput!): IssueTokenPayload! @access(to: VIEWER, of: ACCESS_TOKEN)
    "Ends every session and access token of a user: tools anybody's, a person her own. At once; tokens of OAUTH_ISSUER within 5 seconds."
    revokeUserTokens(input: RevokeUserTokensInput!): RevokeUserTokensPayload! @access(to: VIEWER, of: ACCOUNT, by: "input.user")
    "Ends one access token for good: tools anybody's, a person one of her own that was made here. At once; one of OAUTH_ISSUER within 5 seconds."
    revokeToken(input: RevokeTokenInput!): RevokeTokenPayload! @access(to: VIEWER, of: ACCOUNT)
    "Makes another key that signs access tokens; tokens of the previous one work on unless it is withdrawn. Conflict while tokens of an older one work."
    rotateSigningKey(input: RotateSigningKeyInput): RotateSigningKeyPayload! @access(to: TOOL)
  }
`;
