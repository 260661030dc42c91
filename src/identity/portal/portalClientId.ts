/** The account's own pages at the embedded issuer. No application has it: theirs are UUIDs. */
export const PORTAL_CLIENT_ID = 'catalog-account';

/** Where the issuer has the browser redirected. */
export const PORTAL_REDIRECT_PATH = '/account/signed-in';

/** A person's access token has scopes; the pages use the token for nothing but its `sub`. */
export const PORTAL_SCOPES = 'anime.read';
