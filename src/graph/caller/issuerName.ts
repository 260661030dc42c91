/** The embedded issuer's name in owners, revocations and audit events, because its URL changes with the host. */
export const EMBEDDED_ISSUER = 'embedded';
