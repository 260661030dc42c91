/**
 * The permissions of people beyond managing what is theirs. No credential of an application carries one: neither a key
 * nor a token made here; a token of OAUTH_ISSUER counts only at the desk's own sign-in.
 */
export const PERMISSIONS = ['catalog.review'] as const;

/** Reviewing at the desk. */
export const REVIEW: (typeof PERMISSIONS)[number] = 'catalog.review';
