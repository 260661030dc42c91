import { pageArguments } from '../reading/pageArguments.ts';

export const auditTypeDefs = /* GraphQL */ `
  "Something that a person or program did. Events are never changed; they go when they are older than AUDIT_RETENTION_DAYS."
  type AuditEvent {
    "Rises with time."
    id: UUID!
    "When it was written, which is within the change itself."
    at: DateTime!
    "The mutation, such as createApiKey, or signIn, signOut, issueToken and revokeGrant of the embedded issuer."
    kind: String!
    "done; or refused: a sign-in, or a mutation that failed after a part of it stood."
    outcome: String!
    "Who: tool:NAME, user:SUB, key:ID, client:ID, or anonymous."
    actor: String!
    "The id or name of what it was done to; null where there is none. Of a refused sign-in: the user, where there is one of that name."
    object: String
    "The address that it came from, an IPv6 address by its /64; null where nobody knows."
    address: String
  }

  "A page of audit events."
  type AuditEventConnection {
    "The events of this page, newest first."
    nodes: [AuditEvent!]!
    "Where this page lies."
    pageInfo: PageInfo!
  }

  extend type Query {
    "Audit events, newest first. For tools alone."
    auditEvents(
      "As events name it (tool:ann), or without what stands before the colon."
      actor: String
      "The id or name of what was changed."
      object: String
      "Only events since then."
      since: DateTime
      ${pageArguments()}
    ): AuditEventConnection!
  }
`;
