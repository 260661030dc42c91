import type { Database } from '../../database/database.ts';
import { Coalescer } from './coalescer.ts';
import { type EntitySource, entitiesByIds, type VersionedEntity, versionsByIds } from './entitySource.ts';

type StoreDatabase = Pick<Database, 'read' | 'inTransaction'>;

type ById<Value> = ReadonlyMap<string, Value>;

/**
 * The entities of one kind, and their versions, for all requests of the process: concurrent reads are batched, nothing
 * is cached. Inside a transaction every read is the caller's own, because its data is not committed.
 */
export class EntityStore<Entity extends VersionedEntity> {
  readonly source: EntitySource<Entity>;
  readonly #database: StoreDatabase;
  readonly #entities = new Coalescer<string, Entity>((ids) => this.#readEntities(ids));
  readonly #versions = new Coalescer<string, string>((ids) => this.#readVersions(ids));

  constructor(database: StoreDatabase, source: EntitySource<Entity>) {
    this.source = source;
    this.#database = database;
  }

  /** The entities with these ids, possibly among others. */
  entities(ids: readonly string[]): Promise<ById<Entity>> {
    return this.#inTransaction ? this.#readEntities(ids) : this.#entities.load(ids);
  }

  /** The change versions of the entities with these ids, possibly among others. */
  versions(ids: readonly string[]): Promise<ById<string>> {
    return this.#inTransaction ? this.#readVersions(ids) : this.#versions.load(ids);
  }

  get #inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  async #readEntities(ids: readonly string[]): Promise<ById<Entity>> {
    const [columns = []] = await this.#database.read(entitiesByIds(this.source, ids));
    return new Map(this.source.parse(columns).map((entity) => [entity.id, entity]));
  }

  async #readVersions(ids: readonly string[]): Promise<ById<string>> {
    const rows = await this.#database.read(versionsByIds(this.source, ids));
    return new Map(rows as readonly (readonly [string, string])[]);
  }
}
