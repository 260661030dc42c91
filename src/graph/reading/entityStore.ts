import type { Database } from '../../database/database.ts';
import { Coalescer } from './coalescer.ts';
import type { EntityCache, VersionedEntity } from './entityCache.ts';
import { averageSize, type EntitySource, entitiesByIds, versionsByIds } from './entitySource.ts';

/** An entity and the version that a statement has just read of it. */
export interface KnownVersion {
  readonly id: string;
  readonly version: string;
}

type ById<Value> = ReadonlyMap<string, Value>;

/**
 * One entity's entities and versions for all requests of the process: read together where requests coincide, and kept in the
 * cache where there is one. Inside a transaction every read is the caller's own and nothing is kept: what it sees is not final.
 */
export class EntityStore<Entity extends VersionedEntity> {
  readonly source: EntitySource<Entity>;
  readonly #database: Pick<Database, 'read' | 'client' | 'root'>;
  readonly #cache: EntityCache | null;
  readonly #entities = new Coalescer<string, Entity>((ids) => this.#readEntities(ids));
  readonly #versions = new Coalescer<string, string>((ids) => this.#readVersions(ids));

  constructor(
    database: Pick<Database, 'read' | 'client' | 'root'>,
    source: EntitySource<Entity>,
    cache: EntityCache | null,
  ) {
    this.source = source;
    this.#database = database;
    this.#cache = cache;
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

  /** Parses what entityStatement has read and keeps it for other requests. */
  accept(columns: readonly (string | null)[]): Entity[] {
    const entities = this.source.parse(columns);
    if (this.#cache !== null && this.caches) {
      const size = averageSize(columns, entities.length);
      for (const entity of entities) this.#cache.set(entity, size);
    }
    return entities;
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
    const [columns] = await this.#database.read(entitiesByIds(this.source, ids));
    return new Map(this.accept(columns ?? []).map((entity) => [entity.id, entity]));
  }

  async #readVersions(ids: readonly string[]): Promise<ById<string>> {
    const rows = await this.#database.read(versionsByIds(this.source, ids));
    return new Map(rows as readonly (readonly [string, string])[]);
  }
}
