import DataLoader from 'dataloader';
import type { Database, TransactionClient } from '../../database/database.ts';
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

/** The DataLoaders that all requests of a process share. They cache nothing. */
export class SharedLoaders extends LazyInstances<Database> {}

/** The sources that DataLoaders read from. */
export interface LoaderSources {
  readonly database: Database;
  readonly shared: SharedLoaders;
}

/** The DataLoaders of one request. A mutation clears them, so that the next one of the same operation reads afresh. */
export class Loaders extends LazyInstances<LoaderSources> {}

/** What reading resolvers take from their context. */
export interface ReadingContext {
  readonly database: Pick<Database, 'client'>;
  readonly loaders: Loaders;
  /** The clock. */
  readonly now: () => Date;
}

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

/** Most keys of a statement: those of a full page. */
const MOST_KEYS = 100;

/**
 * A DataLoader whose statements all requests of one turn of the event loop share; within a request a value is read
 * once. A transaction reads on its own, because its data is not committed.
 * @param read is given distinct keys; it leaves out unknown ones, and has an error for those that it fails for
 * @param keyOf distinguishes keys that are not strings
 */
export function sharedLoader<Value, Key = string>(
  read: (client: TransactionClient, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value | Error>>,
  keyOf: (key: Key) => string = String,
): (sources: LoaderSources) => DataLoader<Key, Value | null, string> {
  const readAll = async ({ client }: Pick<Database, 'client'>, keys: readonly Key[]) => {
    const found = await read(client, [...new Map(keys.map((key) => [keyOf(key), key])).values()]);
    return keys.map((key) => found.get(keyOf(key)) ?? null);
  };
  const createShared = (database: Database) =>
    new DataLoader<Key, Value | null>((keys) => readAll(database, keys), {
      cache: false,
      maxBatchSize: MOST_KEYS,
      batchScheduleFn: setImmediate,
    });
  return ({ database, shared }) =>
    new DataLoader(
      (keys) => (database.inTransaction ? readAll(database, keys) : shared.of(createShared).loadMany(keys)),
      {
        cacheKeyFn: keyOf,
      },
    );
}
