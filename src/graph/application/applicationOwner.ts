import type { Database, TransactionClient } from '../../database/database.ts';
import type { Application } from '../../database/generated/client.ts';
import { OWN_ISSUER } from '../caller/issuerName.ts';
import { CatalogError } from '../model/errors.ts';
import type { Viewer } from '../model/viewer.ts';

const ownership = { select: { owner: true, ownerIssuer: true } } as const;

/**
 * The `sub` of an application's owner; empty, which no `sub` is, for an owner at another issuer; null for an unknown
 * application.
 * @param id a UUID
 * @param issuer of the callers' `sub`s
 */
export async function applicationOwner(
  { client }: Pick<Database, 'client'>,
  id: string,
  issuer: string = OWN_ISSUER,
): Promise<string | null> {
  const application = await client.application.findUnique({ where: { id, deletedAt: null }, ...ownership });
  return application && subjectOf(application, issuer);
}

/** The caller, and the database to check it against. */
export interface OwnedBy {
  readonly database: Pick<Database, 'client'>;
  readonly viewer: Viewer;
  /** The issuer of a person's `sub`. */
  readonly issuer: string;
}

/**
 * Requires the application's owner or a tool.
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
 * The same for a row of `table` that belongs to an application. An unknown row is left to the operation to refuse.
 * @throws CatalogError human_user_required, not_owner
 */
export async function requireOwnerOf(
  { database, viewer, issuer }: OwnedBy,
  table: OwnedTable,
  id: string,
): Promise<void> {
  if (viewer.kind === 'tool') return;
  const subject = requirePerson(viewer);
  const application = await applicationOf[table](database.client, id);
  if (application !== undefined && subjectOf(application, issuer) !== subject) {
    throw new CatalogError('not_owner', `The ${table.replace('_', ' ')} belongs to somebody else.`);
  }
}

/** Which applications belong to a person of this issuer. See `subjectOf`. */
export function ownedBy(subject: string, issuer: string) {
  return { owner: subject, ownerIssuer: issuer };
}

/** @throws CatalogError not_owner */
export function requireTool(viewer: Viewer, refusal = 'Only tools see what belongs to several applications.'): void {
  if (viewer.kind !== 'tool') throw new CatalogError('not_owner', refusal);
}

type OwnedTable = keyof typeof applicationOf;

const applicationOf = {
  api_key: async ({ apiKey }: TransactionClient, id: string) =>
    (await apiKey.findUnique({ where: { id }, select: { application: ownership } }))?.application,
  webhook: async ({ webhook }: TransactionClient, id: string) =>
    (await webhook.findUnique({ where: { id }, select: { application: ownership } }))?.application,
};

/** The owner's `sub` at this issuer, empty at another. */
function subjectOf({ owner, ownerIssuer }: Pick<Application, 'owner' | 'ownerIssuer'>, issuer: string): string {
  return ownerIssuer === issuer ? owner : '';
}

/**
 * The `sub` of the caller, who must be a person. @param what is theirs, in words @throws CatalogError
 * human_user_required
 */
export function requirePerson(viewer: Viewer, what = 'Applications are'): string {
  const rule = `${what} managed with a person's access token.`;
  if (viewer.kind !== 'user') throw new CatalogError('human_user_required', rule);
  if (viewer.doubt !== undefined) throw new CatalogError('human_user_required', `${rule} ${viewer.doubt}`);
  return viewer.subject;
}
