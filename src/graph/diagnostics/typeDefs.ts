export const diagnosticsTypeDefs = /* GraphQL */ `
  "The result of a check of the service."
  enum DiagnosticStatus {
    "All checks out."
    OK
    "It works, with a fault."
    WARNING
    "A required part does not work."
    FAILED
    "Disabled, or no part of this process."
    OFF
  }

  "The result of one check of the process that answers."
  type DiagnosticCheck {
    "The subject: configuration, database, migrations, connections, secrets, search, redis, issuer, account, desk or clock."
    name: String!
    "The result."
    status: DiagnosticStatus!
    "The finding, in words."
    detail: String!
    "The remedy for the operator; null where nothing is wrong."
    remedy: String
  }

  extend type Query {
    "Examines the process that answers and its dependencies; for operators."
    diagnostics: [DiagnosticCheck!]! @access(to: TOOL)
  }
`;
