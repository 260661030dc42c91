import { pageArguments } from '../reading/pageArguments.ts';

export const auditTypeDefs = /* GraphQL */ `
  "An action of a person or program. Events are never changed; they are removed when older than AUDIT_RETENTION_DAYS."
  type AuditEvent {
    "Increases with time."
    id: UUID!
    "When it was written, in the transaction of the change itself."
    at: DateTime!
    "The mutation, such as createApiKey, signIn or signOut."
    kind: String!
    "done; or refused: a sign-in, or a mutation that failed after a part of it stood."
    outcome: String!
    "The actor: tool:NAME, reviewer:NAME, user:SUB, key:ID, client:ID, or anonymous."
    actor: String!
    "The id or name of its object; null without one. Of a refused sign-in: the user, if one of that name exists."
    object: String
    "The client's address, an IPv6 address by its /64; null when unknown."
    address: String
  }

  "A page of audit events."
  type AuditEventConnection {
    "The events of this page, newest first."
    nodes: [AuditEvent!]!
    "The position of this page."
    pageInfo: PageInfo!
  }

  extend type Query {
    "Audit events, newest first."
    auditEvents(
      "The actor as events name it (tool:ann), or without the part up to the colon."
      actor: String
      "The id or name of the object."
      object: String
      "Only events from this instant on."
      since: DateTime
      ${pageArguments()}
    ): AuditEventConnection! @access(to: TOOL)
  }
`;
