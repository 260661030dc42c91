/**
 * Tables of at most some ten thousand rows in the largest installation, which may be read or rewritten in a migration.
 */
const SMALL: ReadonlySet<string> = new Set([
  ...['access_token', 'api_key', 'application', 'dump', 'genre', 'invitation', 'issuer_user', 'portal_form'],
  ...['portal_session', 'publication_head', 'revocation', 'service_state', 'signing_key', 'source', 'studio'],
  ...['webhook', 'webhook_dispatcher'],
]);

/** Whether a migration may lock every row of a table. */
export function isSmall(table: string): boolean {
  return SMALL.has(table);
}
