import type { Database, ReadStatement } from '../../database/database.ts';
import { Coalescer } from './coalescer.ts';
import type { EntityCache, VersionedEntity } from './entityCache.ts';
import { averageSize, type EntitySource, entitiesByIds, versionsByIds } from './entitySource.ts';

/** An entity and the version that a statement has just read of it. */
export interface KnownVersion {
  readonly id: string;
  readonly version: string;
}

type StoreDatabase = Pick<Database, 'read' | 'client' | 'root' | 'incarnation'>;

interface StoreRead<Entity> {
  /** As the database answered. */
  readonly columns: readonly (string | null)[];
  readonly entities: readonly Entity[];
}

type ById<Value> = ReadonlyMap<string, Value>;

/**
 * One entity's entities and versions for all requests of the process: read together where requests coincide, and kept in the
 * cache where there is one. Inside a transaction every read is the caller's own and nothing is kept: what it sees is not final.
 */
export class EntityStore<Entity extends VersionedEntity> {
  readonly source: EntitySource<Entity>;
  readonly #database: StoreDatabase;
  readonly #cache: EntityCache | null;
  readonly #entities = new Coalescer<string, Entity>((ids) => this.#readEntities(ids));
  readonly #versions = new Coalescer<string, string>((ids) => this.#readVersions(ids));

  constructor(database: StoreDatabase, source: EntitySource<Entity>, cache: EntityCache | null) {
    this.source = source;
    this.#database = database;
    this.#cache = cache;
    if (cache !== null) database.incarnation.onChange(() => cache.clear());
  }

  /** Whether entities are kept at all, as far as the caller is concerned. */
  get caches(): boolean {
    return this.#cache !== null && !this.#inTransaction;
  }

  /** The current entities with these ids. */
  async current(ids: readonly string[]): Promise<ById<Entity>> {
    const cache = this.#cache;
    // A miss costs one statement, a hit a smaller one.
    const held = cache === null || !this.caches ? [] : ids.filter((id) => cache.versionOf(id) !== undefined);
    if (held.length === 0) return await this.#load(ids);
    const versions = await this.versions(held);
    return await this.#fromCache(ids, (id) => versions.get(id));
  }

  /** The entities of entities in the version given or, where they have changed since, in a newer one. */
  async known(keys: readonly KnownVersion[]): Promise<ById<Entity>> {
    const versions = new Map(keys.map(({ id, version }) => [id, version]));
    return await this.#fromCache([...versions.keys()], (id) => versions.get(id));
  }

  /** The change versions of the entities with these ids. */
  versions(ids: readonly string[]): Promise<ById<string>> {
    return this.#inTransaction ? this.#readVersions(ids) : this.#versions.load(ids);
  }

  /** Runs a statement of entityStatement's and keeps what it read for other requests. */
  async read(statement: ReadStatement): Promise<StoreRead<Entity>> {
    const { incarnation } = this.#database;
    const before = incarnation.current;
    const [columns = []] = await this.#database.read(statement);
    const entities = this.source.parse(columns);
    // What was under way while the database was restored came too late for the cache to be emptied of it.
    if (this.#cache !== null && this.caches && incarnation.current === before) {
      const size = averageSize(columns, entities.length);
      for (const entity of entities) this.#cache.set(entity, size);
    }
    return { columns, entities };
  }

  get #inTransaction(): boolean {
    return this.#database.client !== this.#database.root;
  }

  async #fromCache(ids: readonly string[], versionOf: (id: string) => string | undefined): Promise<ById<Entity>> {
    const found = new Map<string, Entity>();
    const missing: string[] = [];
    for (const id of ids) {
      const version = versionOf(id);
      const cached = version === undefined || !this.caches ? undefined : this.#cache?.get(id, version);
      if (cached === undefined) missing.push(id);
      else found.set(id, cached as Entity);
    }
    if (missing.length > 0) for (const [id, entity] of await this.#load(missing)) found.set(id, entity);
    return found;
  }

  #load(ids: readonly string[]): Promise<ById<Entity>> {
    return this.#inTransaction ? this.#readEntities(ids) : this.#entities.load(ids);
  }

  async #readEntities(ids: readonly string[]): Promise<ById<Entity>> {
    const { entities } = await this.read(entitiesByIds(this.source, ids));
    return new Map(entities.map((entity) => [entity.id, entity]));
  }

  async #readVersions(ids: readonly string[]): Promise<ById<string>> {
    const rows = await this.#database.read(versionsByIds(this.source, ids));
    return new Map(rows as readonly (readonly [string, string])[]);
  }
}
