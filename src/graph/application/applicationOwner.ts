import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';

/** Owned by a user of another issuer than the one whose tokens are taken: no `sub` is empty. */
const OF_ANOTHER_ISSUER = '';

/** The owner's `sub` at the issuer $2; one that is not bound to an issuer yet will be bound to it. */
const OWNER = `CASE WHEN coalesce(a.owner_issuer, $2) = $2 THEN a.owner ELSE '${OF_ANOTHER_ISSUER}' END`;

/**
 * The `sub` that an application belongs to; empty, which no `sub` is, when it is another issuer's; null when there is no such application.
 * @param id a UUID
 * @param issuer whose `sub`s callers have; null: nobody's are taken
 */
export async function applicationOwner(
  database: Pick<Database, 'read'>,
  id: string,
  issuer: string | null = null,
): Promise<string | null> {
  const [row] = await database.read({
    text: `SELECT ${OWNER} AS owner FROM application a WHERE a.id = $1::uuid AND a.deleted_at IS NULL`,
    values: [id, issuer ?? ''],
  });
  return row?.[0] ?? null;
}

/** Who asks, and where to look. */
export interface OwnedBy {
  readonly database: Pick<Database, 'read'>;
  readonly viewer: Viewer;
  /** Whose `sub` a person is known by; null or left out: nobody's. */
  readonly issuer?: string | null | undefined;
}

/**
 * Lets only an application's owner pass, and tools. For resolvers: whatever adapter asks, they hold the rule themselves.
 * @throws CatalogError not_found, human_user_required, not_owner
 */
export async function requireApplicationOwner({ database, viewer, issuer }: OwnedBy, id: string): Promise<void> {
  if (viewer.kind === 'tool') return;
  const subject = requirePerson(viewer);
  const owner = await applicationOwner(database, id, issuer);
  if (owner === null) throw new CatalogError('not_found', `There is no application ${id}.`);
  if (subject !== owner) throw new CatalogError('not_owner', 'The application belongs to somebody else.');
}

/**
 * The same for what belongs to an application, and lies in `table`. What is not there is for the operation to refuse.
 * @throws CatalogError human_user_required, not_owner
 */
export async function requireOwnerOf(
  { database, viewer, issuer }: OwnedBy,
  table: OwnedTable,
  id: string,
): Promise<void> {
  if (viewer.kind === 'tool') return;
  const subject = requirePerson(viewer);
  const [row] = await database.read({ text: OWNER_OF[table], values: [id, issuer ?? ''] });
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
  api_key: `SELECT ${OWNER} AS owner FROM api_key k JOIN application a ON a.id = k.application_id WHERE k.id = $1`,
  subscription: `SELECT ${OWNER} AS owner FROM subscription s JOIN application a ON a.id = s.application_id
    WHERE s.id = $1::uuid`,
  delivery: `SELECT ${OWNER} AS owner FROM delivery d JOIN subscription s ON s.id = d.subscription_id
    JOIN application a ON a.id = s.application_id WHERE d.id = $1::uuid`,
};

function requirePerson(viewer: Viewer): string {
  if (viewer.kind === 'user') return viewer.subject;
  throw new CatalogError('human_user_required', "Applications are managed with a person's access token.");
}
