import { LARGEST_APPLICATIONS } from '../model/limits.ts';
import { KEY_SCOPES } from '../model/scopes.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const applicationTypeDefs = /* GraphQL */ `
  "A program that calls the public interface."
  type Application {
    "Its identifier."
    id: UUID!
    "Its display name."
    name: String!
    "Its owner: the sub of that user's access tokens."
    owner: String!
    "The issuer of that sub: its URL, or own where people sign in here."
    ownerIssuer: String!
    "When it was created."
    createdAt: DateTime!
    "When it was disabled; null when enabled."
    disabledAt: DateTime
    "Why its keys are refused and its webhooks receive nothing: the application, or its owner's account, is disabled. Null: they work."
    restReason: String
    "Its API keys, oldest first, including those that have expired or were revoked."
    keys: [ApiKey!]!
    "The quota that its keys share, as it stands now; reading it costs nothing. Null where the process that answers counts no calls."
    quota: QuotaState
  }

  "A quota in its current window."
  type QuotaState {
    "Calls in a window."
    limit: Int!
    "The length of a window in seconds. It begins with the first call."
    windowSeconds: Int!
    "Calls left."
    remaining: Int!
    "When the window ends and all calls are left again; without a call in it, a whole window ahead."
    resetsAt: DateTime!
  }

  "An API key, without its secret."
  type ApiKey {
    "The public part of the key: cac_<id>_…"
    id: String!
    "What its owner calls it; null where nobody named it."
    name: String
    "Its scopes: ${KEY_SCOPES.join(', ')}."
    scopes: [String!]!
    "When it was created."
    createdAt: DateTime!
    "When it expires; null: never."
    expiresAt: DateTime
    "When it was revoked; null: never."
    revokedAt: DateTime
    "When it was last used, to the minute; null: never."
    lastUsedAt: DateTime
    "Its calls by day (UTC), oldest first: the last 30 days, those without a call left out. Written once a minute."
    usage: [ApiKeyDay!]!
  }

  "The calls with an API key on a day."
  type ApiKeyDay {
    "The day, in UTC."
    day: Date!
    "All calls, those refused included."
    calls: Int!
    "Calls refused with 401 (the key had ended), 403 or 429."
    refusals: Int!
  }

  "A page of applications."
  type ApplicationConnection {
    "The applications of this page, oldest first."
    nodes: [Application!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  "A new application."
  input CreateApplicationInput {
    "Its display name, 1–100 characters."
    name: String!
    "Its owner: the sub of that user's access tokens. A person's own, which is the default, for a person; tools name somebody."
    owner: String
    "For tools: whether to refuse an owner without an account here."
    requireAccount: Boolean = false
  }

  "Another name for an application."
  input UpdateApplicationInput {
    "The application."
    id: UUID!
    "Its display name, 1–100 characters."
    name: String!
  }

  "A new key for an application."
  input CreateApiKeyInput {
    "The application that will use it."
    applicationId: UUID!
    "What its owner calls it, 1–100 characters; absent: nothing."
    name: String
    "Its scopes: ${KEY_SCOPES.join(', ')}."
    scopes: [String!]!
    "When it expires; absent: never."
    expiresAt: DateTime
  }

  "The key to revoke."
  input RevokeApiKeyInput {
    "The public part of the key."
    id: String!
  }

  "The application that was created."
  type ApplicationPayload {
    "The application."
    application: Application!
  }

  "The key that was created."
  type CreateApiKeyPayload {
    "The key without its secret."
    apiKey: ApiKey!
    "The text of the key, returned only here and stored nowhere."
    key: String!
  }

  "The key after its change."
  type ApiKeyPayload {
    "The key."
    apiKey: ApiKey!
  }

  extend type Query {
    "Applications, oldest first: a person's own; for tools those of every owner by default."
    applications(
      owner: String
      ${pageArguments()}
    ): ApplicationConnection! @access(to: VIEWER, of: APPLICATION, by: "owner")
    "One application."
    application(id: UUID!): Application @access(to: OWNER, of: APPLICATION, by: "id")
  }

  extend type Mutation {
    "Registers an application. An owner has at most ${LARGEST_APPLICATIONS}: conflict beyond that."
    createApplication(input: CreateApplicationInput!): ApplicationPayload! @access(to: VIEWER, of: APPLICATION, by: "input.owner")
    "Renames an application."
    updateApplication(input: UpdateApplicationInput!): ApplicationPayload! @access(to: OWNER, of: APPLICATION, by: "input.id")
    "Creates an API key. An application has at most 100 active keys: conflict beyond that."
    createApiKey(input: CreateApiKeyInput!): CreateApiKeyPayload! @access(to: OWNER, of: APPLICATION, by: "input.applicationId")
    "Revokes a key for good: at once in this process, within 5 seconds in all others. Revoking it again changes nothing."
    revokeApiKey(input: RevokeApiKeyInput!): ApiKeyPayload! @access(to: OWNER, of: API_KEY, by: "input.id")
  }
`;
