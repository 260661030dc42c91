import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import { Coalescer } from './coalescer.ts';
import { groupBy } from './groupBy.ts';

/** One instance per factory, created on first use. */
class LazyInstances<Sources> {
  readonly #sources: Sources;
  readonly #instances = new Map<(sources: Sources) => unknown, unknown>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  of<Instance>(create: (sources: Sources) => Instance): Instance {
    let instance = this.#instances.get(create) as Instance | undefined;
    if (instance === undefined) {
      instance = create(this.#sources);
      this.#instances.set(create, instance);
    }
    return instance;
  }

  /** Drops every instance and what it has read. */
  clear(): void {
    this.#instances.clear();
  }
}

/** The entity stores, which all requests of a process share. */
export class Stores extends LazyInstances<Database> {}

/** The sources that DataLoaders read from. */
export interface LoaderSources {
  readonly database: Database;
  readonly stores: Stores;
}

/** The DataLoaders of one request. A mutation clears them, so that the next one of the same operation reads afresh. */
export class Loaders extends LazyInstances<LoaderSources> {}

/** A DataLoader of a relation with many owners; `read` returns all owners' results at once, in order. */
export function relationLoader<Row>(
  read: (owners: string[]) => Promise<readonly Row[]>,
  ownerOf: (row: Row) => string,
): DataLoader<string, readonly Row[]> {
  return new DataLoader(async (owners) => {
    const rows = groupBy(await read([...owners]), ownerOf);
    return owners.map((owner) => rows.get(owner) ?? []);
  });
}

/** Most keys of a statement of `sharedLoader`: those of two full pages. */
const SHARED_KEYS = 200;

/**
 * DataLoaders whose statements concurrent requests share; a transaction reads on its own.
 * @param read leaves out unknown keys
 * @param keyOf distinguishes keys that are not strings
 */
export function sharedLoader<Value, Key = string>(
  read: (database: Pick<Database, 'read'>, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  keyOf: (key: Key) => string = String,
) {
  const createShared = (database: Database) =>
    new Coalescer<string, Value>((keys) => read(database, keys), { keys: SHARED_KEYS });
  return ({ database, stores }: LoaderSources) =>
    new DataLoader<Key, Value | null, string>(
      async (asked) => {
        const keys = asked.map(keyOf);
        const found = await (database.inTransaction ? read(database, keys) : stores.of(createShared).load(keys));
        return keys.map((key) => found.get(key) ?? null);
      },
      { cacheKeyFn: keyOf },
    );
}
