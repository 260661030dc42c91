/** The name of the embedded issuer in owners, revocations and audit events: its URL changes with the host. */
export const EMBEDDED_ISSUER = 'embedded';
