import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';

/** The `sub` that an application belongs to; null when there is no such application. @param id a UUID */
export async function applicationOwner(database: Pick<Database, 'read'>, id: string): Promise<string | null> {
  const [row] = await database.read({ text: 'SELECT owner FROM application WHERE id = $1::uuid', values: [id] });
  return row?.[0] ?? null;
}

/** Who asks, and where to look. */
export interface OwnedBy {
  readonly database: Pick<Database, 'read'>;
  readonly viewer: Viewer;
}

/**
 * Lets only an application's owner pass, and tools. For resolvers: whatever adapter asks, they hold the rule themselves.
 * @throws CatalogError not_found, human_user_required, not_owner
 */
export async function requireApplicationOwner({ database, viewer }: OwnedBy, id: string): Promise<void> {
  if (viewer.kind === 'tool') return;
  const subject = requirePerson(viewer);
  const owner = await applicationOwner(database, id);
  if (owner === null) throw new CatalogError('not_found', `There is no application ${id}.`);
  if (subject !== owner) throw new CatalogError('not_owner', 'The application belongs to somebody else.');
}

/**
 * The same for what belongs to an application, and lies in `table`. What is not there is for the operation to refuse.
 * @throws CatalogError human_user_required, not_owner
 */
export async function requireOwnerOf({ database, viewer }: OwnedBy, table: OwnedTable, id: string): Promise<void> {
  if (viewer.kind === 'tool') return;
  const subject = requirePerson(viewer);
  const [row] = await database.read({ text: OWNER_OF[table], values: [id] });
  if (row !== undefined && row[0] !== subject) {
    throw new CatalogError('not_owner', `The ${table.replace('_', ' ')} belongs to somebody else.`);
  }
}

/** For what spans applications. @throws CatalogError not_owner */
export function requireTool(viewer: Viewer): void {
  if (viewer.kind !== 'tool')
    throw new CatalogError('not_owner', 'Only tools see what belongs to several applications.');
}

type OwnedTable = keyof typeof OWNER_OF;

const OWNER_OF = {
  api_key: 'SELECT a.owner FROM api_key k JOIN application a ON a.id = k.application_id WHERE k.id = $1',
  subscription:
    'SELECT a.owner FROM subscription s JOIN application a ON a.id = s.application_id WHERE s.id = $1::uuid',
  delivery: `SELECT a.owner FROM delivery d JOIN subscription s ON s.id = d.subscription_id
    JOIN application a ON a.id = s.application_id WHERE d.id = $1::uuid`,
};

function requirePerson(viewer: Viewer): string {
  if (viewer.kind === 'user') return viewer.subject;
  throw new CatalogError('human_user_required', "Applications are managed with a person's access token.");
}
