export const diagnosticsTypeDefs = /* GraphQL */ `
  "How a check of the service ended."
  enum DiagnosticStatus {
    "All is well."
    OK
    "It works, but not as it should."
    WARNING
    "Something that is needed does not work."
    FAILED
    "Switched off, or no part of this process."
    OFF
  }

  "What one check of the process that answers found."
  type DiagnosticCheck {
    "configuration, database, migrations, secrets, search, redis, issuer or clock."
    name: String!
    "How it ended."
    status: DiagnosticStatus!
    "What was found, for people."
    detail: String!
    "What the operator should do; null where nothing is wrong."
    remedy: String
  }

  extend type Query {
    "Examines the process that answers and what it depends on; for operators."
    diagnostics: [DiagnosticCheck!]!
  }
`;
