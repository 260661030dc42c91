import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { invalidParameter } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import { type EntitySource, entityStatement, type VersionedEntity } from './entitySource.ts';
import type { Bindings } from './keysetList.ts';
import type { WantedNodes } from './selection.ts';

/** The entities that ids lead to. */
export interface Lookup<Node> {
  /** Each once, in the order requested; ids and versions alone where the operation selects no more. */
  readonly nodes: readonly (Node | VersionedEntity)[];
  /** Places of the requested ids that lead to nothing, from 0. */
  readonly missing: readonly number[];
  readonly tag: string;
}

export interface LookupRequest {
  /** SELECT of `n`, the place of a requested id from 1, and `id`, an entity that it leads to. */
  readonly found: string;
  readonly bindings: Bindings;
  /** The number of requested ids. */
  readonly asked: number;
  /** The parameter to blame for too many entities. */
  readonly parameter: string;
}

/**
 * Reads what ids lead to in one statement, hence one snapshot.
 * @throws CatalogError `invalid_parameter` when they lead to more than a page of entities
 */
export async function readLookup<Entity extends VersionedEntity>(
  database: Pick<Database, 'read'>,
  source: EntitySource<Entity>,
  { found, bindings, asked, parameter }: LookupRequest,
  wanted: WantedNodes,
): Promise<Lookup<Entity>> {
  const rows = `SELECT e.*, f.asked FROM (SELECT id, min(n) AS n, array_agg(n) AS asked FROM (${found}) f GROUP BY id) f
    JOIN ${source.table} e ON e.id = f.id ORDER BY f.n, f.id LIMIT ${LARGEST_PAGE + 1}`;
  const { nodes, places } = await (wanted === 'whole' ? readWhole : readKeys)(database, source, rows, bindings);
  if (nodes.length > LARGEST_PAGE) {
    throw invalidParameter(parameter, `these ids lead to more than ${LARGEST_PAGE} entries: ask for fewer at once.`);
  }
  const known = new Set(places.flat());
  const missing = Array.from({ length: asked }, (_, at) => at).filter((at) => !known.has(at + 1));
  const parts = [asked, missing, nodes.flatMap(({ id, version }) => [id, version])];
  // 128 bits.
  return { nodes, missing, tag: hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22) };
}

interface Rows<Entity> {
  readonly nodes: readonly (Entity | VersionedEntity)[];
  /** By node, the places of the ids that lead to it. */
  readonly places: readonly (readonly number[])[];
}

async function readKeys(
  database: Pick<Database, 'read'>,
  _source: EntitySource<VersionedEntity>,
  rows: string,
  { values }: Bindings,
): Promise<Rows<never>> {
  const text = `SELECT r.id::text AS id, r.version::text AS version, array_to_json(r.asked)::text AS asked FROM (${rows}) r`;
  const found = await database.read({ text, values });
  return {
    nodes: found.map(([id, version]) => ({ id: id ?? '', version: version ?? '' })),
    places: found.map(([, , asked]) => JSON.parse(asked ?? '[]') as number[]),
  };
}

async function readWhole<Entity extends VersionedEntity>(
  database: Pick<Database, 'read'>,
  source: EntitySource<Entity>,
  rows: string,
  { values }: Bindings,
): Promise<Rows<Entity>> {
  const columns = `(SELECT json_agg(p.asked ORDER BY p.n)::text FROM page p) AS asked, ${source.columns}`;
  const [[asked, ...entities] = []] = await database.read(entityStatement({ ...source, columns }, rows, values));
  return { nodes: source.parse(entities), places: JSON.parse(asked ?? '[]') as number[][] };
}
