import type { Database } from '../../database/database.ts';
import { Coalescer } from './coalescer.ts';
import { type Connection, type PageRequest, readConnection } from './connection.ts';
import type { ListFilter } from './entityList.ts';
import type { EntitySource, VersionedEntity } from './entitySource.ts';
import type { Bindings, KeysetOrder } from './keysetList.ts';
import type { LoaderSources } from './loaders.ts';
import type { WantedNodes } from './selection.ts';

/** A page of entities in the order in which they last changed. */
export interface ChangeConnection<Node> extends Connection<Node> {
  /** Of the last page: everything that changed earlier was listed. */
  readonly until: string | null;
}

export interface ChangeList {
  readonly from: string;
  readonly alias: string;
  readonly conditions: readonly string[];
  readonly filter?: ListFilter | null;
  readonly bindings: Bindings;
  /** Names the list in cursors. */
  readonly kind: string;
  /** Of the order (KeysetOrder). */
  readonly parts?: readonly string[];
}

export interface ChangeRequest extends PageRequest {
  readonly since?: string | null | undefined;
}

/** An end of lists of changes, in microseconds since 1970. */
type ChangeHorizon = () => Promise<number>;

/**
 * One page of changes, oldest first. Change versions are instants in microseconds, drawn before the commit: a list that
 * ended at the newest version would skip those of transactions that were still open. So it ends before the oldest open
 * transaction that has changed anything.
 * @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor`
 */
export async function readChanges<Entity extends VersionedEntity>(
  database: Pick<Database, 'read'>,
  horizon: ChangeHorizon,
  source: EntitySource<Entity>,
  { kind, parts, ...list }: ChangeList,
  { since, ...page }: ChangeRequest,
  wanted: WantedNodes,
): Promise<ChangeConnection<Entity>> {
  const { alias, bindings } = list;
  const order: KeysetOrder = {
    kind,
    ...(parts && { parts, index: `${alias}.version >= 0` }),
    columns: [
      { sql: `${alias}.version`, type: 'bigint', direction: 'asc' },
      { sql: `${alias}.id`, type: 'uuid', direction: 'asc' },
    ],
  };
  const end = await horizon();
  const conditions = [...list.conditions, `${alias}.version < ${bindings.add(String(end), 'bigint')}`];
  if (since) conditions.push(`${alias}.version >= ${bindings.add(String(Date.parse(since) * 1000), 'bigint')}`);
  const positionOf = ({ version, id }: Entity) => [version, id];
  const found = await readConnection(database, source, { ...list, conditions, order, positionOf }, page, wanted);
  return { ...found, until: found.pageInfo.hasNextPage ? null : new Date(Math.floor(end / 1000)).toISOString() };
}

/**
 * Transactions show in pg_locks from their first change of an anime or episode on, with the second of their start
 * (prisma/functions/anime_note_change.sql). Read before the list: a transaction that is not there any more is visible
 * to the statement that follows, and one that comes after `statement_timestamp()` draws later versions.
 */
const HORIZON = `SELECT least(min(l.objid::bigint) * 1000000, microseconds(statement_timestamp()))::text AS horizon
  FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid::bigint = 7321 AND l.objsubid = 1 AND l.granted`;

/** The end of lists of changes; concurrent requests share its reading. */
export const changeHorizon = ({ database, stores }: LoaderSources): ChangeHorizon => {
  const shared = stores.of(createShared);
  return () => (database.inTransaction ? readHorizon(database) : shared());
};

function createShared(database: Pick<Database, 'read'>): ChangeHorizon {
  const key = 'horizon';
  const reads = new Coalescer<typeof key, number>(async () => new Map([[key, await readHorizon(database)]]));
  return async () => (await reads.load([key])).get(key) ?? 0;
}

async function readHorizon(database: Pick<Database, 'read'>): Promise<number> {
  const [row] = await database.read({ text: HORIZON, values: [] });
  return Number(row?.[0] ?? 0);
}
