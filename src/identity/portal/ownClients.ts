/** The account's own pages at the embedded issuer. No application has such a name: theirs are UUIDs. */
export const PORTAL_CLIENT_ID = 'catalog-account';

/** The desk of the internal listener at the embedded issuer. */
export const DESK_CLIENT_ID = 'catalog-desk';

/** The redirect path of the account's pages. */
export const PORTAL_REDIRECT_PATH = '/account/signed-in';

/** A person's access token has scopes; the pages use the token for nothing but its `sub`. */
export const PORTAL_SCOPES = 'anime.read';
