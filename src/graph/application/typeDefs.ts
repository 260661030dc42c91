import { KEY_SCOPES } from '../model/scopes.ts';
import { pageArguments } from '../reading/pageArguments.ts';

export const applicationTypeDefs = /* GraphQL */ `
  "A program that calls the public interface."
  type Application {
    "Its identifier; at the embedded issuer also its client_id."
    id: UUID!
    "What people call it."
    name: String!
    "The user it belongs to: the sub of that user's access tokens."
    owner: String!
    "The issuer whose sub that is: its URL, or embedded for the embedded one; null: not bound yet, which the next start does."
    ownerIssuer: String
    "Where the embedded issuer may send a user back to after signing in; none: nobody signs in through it."
    redirectUris: [String!]!
    "When it was created."
    createdAt: DateTime!
    "Since when it is disabled; null: it is not."
    disabledAt: DateTime
    "Why its keys are refused and its webhooks are sent nothing: it, or its owner's account, is disabled. Null: they work."
    restReason: String
    "Its API keys, oldest first, those that have ended included."
    keys: [ApiKey!]!
  }

  "An API key, without its secret."
  type ApiKey {
    "The public part of the key: cac_<id>_…"
    id: String!
    "What it allows: ${KEY_SCOPES.join(', ')}."
    scopes: [String!]!
    "When it was created."
    createdAt: DateTime!
    "When it ends by itself; null: never."
    expiresAt: DateTime
    "When it was revoked; null: it was not."
    revokedAt: DateTime
    "When it was last used, to the minute; null: never."
    lastUsedAt: DateTime
  }

  "A page of applications."
  type ApplicationConnection {
    "The applications of this page, oldest first."
    nodes: [Application!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  "A new application."
  input CreateApplicationInput {
    "What people call it, 1–100 characters."
    name: String!
    "The user it belongs to: the sub of that user's access tokens."
    owner: String!
    "Where the embedded issuer may send a user back to: https, or http to a loopback address; at most 10."
    redirectUris: [String!]! = []
    "Whether an owner without an account at the embedded issuer is refused."
    requireAccount: Boolean = false
  }

  "A new key for an application."
  input CreateApiKeyInput {
    "The application that will use it."
    applicationId: UUID!
    "What it allows: ${KEY_SCOPES.join(', ')}."
    scopes: [String!]!
    "When it ends by itself; absent: never."
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
    "What is kept of it."
    apiKey: ApiKey!
    "The key itself. It is shown this once and stored nowhere."
    key: String!
  }

  "The key after its change."
  type ApiKeyPayload {
    "The key."
    apiKey: ApiKey!
  }

  extend type Query {
    "Applications, oldest first; those of every owner when none is given."
    applications(
      owner: String
      ${pageArguments()}
    ): ApplicationConnection!
    "One application."
    application(id: UUID!): Application
  }

  extend type Mutation {
    "Registers an application. An owner has at most 20: conflict beyond that."
    createApplication(input: CreateApplicationInput!): ApplicationPayload!
    "Makes an API key. An application has at most 100 keys that have not ended: conflict beyond that."
    createApiKey(input: CreateApiKeyInput!): CreateApiKeyPayload!
    "Ends a key for good: at once in this process, within 5 seconds in every other. Revoking it again changes nothing."
    revokeApiKey(input: RevokeApiKeyInput!): ApiKeyPayload!
  }
`;
