/**
 * What owners, revocations and audit records call an issuer: its URL, or this for the embedded one, whose URL may change with the name of
 * the host.
 */
export const EMBEDDED_ISSUER = 'embedded';
