/**
 * What a person may be permitted beyond managing what is theirs. No credential of an application carries it: a key
 * never, a token of the embedded issuer never; a token of another issuer counts at the desk's own sign-in alone.
 */
export const PERMISSIONS = ['catalog.review'] as const;

/** Reviewing at the desk. */
export const REVIEW: (typeof PERMISSIONS)[number] = 'catalog.review';
