import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';

/** The `sub` that an application belongs to; null when there is no such application. @param id a UUID */
export async function applicationOwner(database: Pick<Database, 'read'>, id: string): Promise<string | null> {
  const [row] = await database.read({ text: 'SELECT owner FROM application WHERE id = $1::uuid', values: [id] });
  return row?.[0] ?? null;
}

/**
 * Lets only an application's owner pass, and tools. For resolvers: whatever adapter asks, they hold the rule themselves.
 * @throws CatalogError not_found, human_user_required, not_owner
 */
export async function requireApplicationOwner(
  { database, viewer }: { readonly database: Pick<Database, 'read'>; readonly viewer: Viewer },
  id: string,
): Promise<void> {
  if (viewer.kind !== 'tool' && viewer.kind !== 'user') {
    throw new CatalogError('human_user_required', "Applications are managed with a person's access token.");
  }
  const owner = await applicationOwner(database, id);
  if (owner === null) throw new CatalogError('not_found', `There is no application ${id}.`);
  if (viewer.kind === 'user' && viewer.subject !== owner) {
    throw new CatalogError('not_owner', 'The application belongs to somebody else.');
  }
}
