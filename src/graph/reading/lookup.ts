import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { invalidParameter } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import { Coalescer } from './coalescer.ts';
import { type EntitySource, entityStatement, type VersionedEntity } from './entitySource.ts';
import { Bindings } from './keysetList.ts';
import type { LoaderSources } from './loaders.ts';
import type { WantedNodes } from './selection.ts';

/** The entities that ids lead to. */
export interface LookupResult<Node> {
  /** Each once, in the order requested; ids and versions alone where the operation selects no more. */
  readonly nodes: readonly (Node | VersionedEntity)[];
  /** Places of the requested ids that lead to nothing, from 0. */
  readonly missing: readonly number[];
  readonly tag: string;
}

/** How texts, such as ids, lead to entities. */
interface LookupWay<Entity extends VersionedEntity> {
  readonly source: EntitySource<Entity>;
  /** SELECT of `n`, the place of a text from 1, and `id`, an entity that it leads to; each pair once. */
  readonly found: (texts: readonly string[], bindings: Bindings) => string;
  /** The parameter to blame for too many entities. */
  readonly parameter: string;
}

/** By text, what it leads to. */
type Targets<Entity> = ReadonlyMap<string, readonly (Entity | VersionedEntity)[]>;

/**
 * Looks entities up in one statement, hence one snapshot. Concurrent lookups that want ids and versions alone, which
 * suffice for cached representations, share their statements.
 */
export class Lookup<Entity extends VersionedEntity> {
  readonly #database: Pick<Database, 'read' | 'inTransaction'>;
  readonly #way: LookupWay<Entity>;
  readonly #keys = new Coalescer<string, readonly VersionedEntity[]>((texts) => this.#readKeys(texts));

  constructor(database: Pick<Database, 'read' | 'inTransaction'>, way: LookupWay<Entity>) {
    this.#database = database;
    this.#way = way;
  }

  /** @throws CatalogError `invalid_parameter` when they lead to more than a page of entities */
  async find(texts: readonly string[], wanted: WantedNodes): Promise<LookupResult<Entity>> {
    const targets = await this.#targets(texts, wanted);
    const nodes = new Map(texts.flatMap((text) => targets.get(text) ?? []).map((node) => [node.id, node]));
    if (nodes.size > LARGEST_PAGE) {
      const { parameter } = this.#way;
      throw invalidParameter(parameter, `these ids lead to more than ${LARGEST_PAGE} entries: ask for fewer at once.`);
    }
    const missing = texts.flatMap((text, at) => (targets.has(text) ? [] : [at]));
    const parts = [texts.length, missing, [...nodes.values()].flatMap(({ id, version }) => [id, version])];
    // 128 bits.
    const tag = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
    return { nodes: [...nodes.values()], missing, tag };
  }

  #targets(texts: readonly string[], wanted: WantedNodes): Promise<Targets<Entity>> {
    if (wanted === 'whole') return this.#readWhole(texts);
    return this.#database.inTransaction ? this.#readKeys(texts) : this.#keys.load(texts);
  }

  async #readKeys(texts: readonly string[]): Promise<ReadonlyMap<string, readonly VersionedEntity[]>> {
    const bindings = new Bindings();
    const text = `SELECT f.n::text AS n, e.id::text AS id, e.version::text AS version
      FROM (${this.#way.found(texts, bindings)}) f JOIN ${this.#way.source.table} e ON e.id = f.id ORDER BY e.id`;
    const rows = await this.#database.read({ text, values: bindings.values });
    return byText(
      texts,
      rows.map(([n, id = '', version = '']) => [Number(n), { id: id ?? '', version: version ?? '' }]),
    );
  }

  async #readWhole(texts: readonly string[]): Promise<Targets<Entity>> {
    const { source, found } = this.#way;
    const bindings = new Bindings();
    const rows = `SELECT e.*, f.places FROM (SELECT id, array_agg(n) AS places FROM (${found(texts, bindings)}) f GROUP BY id) f
      JOIN ${source.table} e ON e.id = f.id ORDER BY e.id LIMIT ${LARGEST_PAGE + 1}`;
    const columns = `(SELECT json_agg(p.places ORDER BY p.n)::text FROM page p) AS places, ${source.columns}`;
    const statement = entityStatement({ ...source, columns }, rows, bindings.values);
    const [[places, ...entities] = []] = await this.#database.read(statement);
    const ofEntity = JSON.parse(places ?? '[]') as number[][];
    return byText(
      texts,
      source.parse(entities).flatMap((entity, at) => (ofEntity[at] ?? []).map((n): [number, Entity] => [n, entity])),
    );
  }
}

/** A lookup that all requests share. */
export function lookupOf<Entity extends VersionedEntity>(way: LookupWay<Entity>) {
  const create = (database: Database) => new Lookup(database, way);
  return ({ stores }: LoaderSources) => stores.of(create);
}

/** @param rows the places of texts, from 1, with what they lead to */
function byText<Node>(texts: readonly string[], rows: readonly (readonly [n: number, node: Node])[]) {
  const found = new Map<string, Node[]>();
  for (const [n, node] of rows) {
    const text = texts[n - 1] ?? '';
    found.set(text, [...(found.get(text) ?? []), node]);
  }
  return found;
}
