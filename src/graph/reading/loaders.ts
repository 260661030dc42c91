import DataLoader from 'dataloader';
import type { Database, TransactionClient } from '../../database/database.ts';
import { groupBy } from './groupBy.ts';

/** What DataLoaders read from. */
export interface LoaderSources {
  readonly database: Database;
}

/** The DataLoaders of one request, each created on first use. */
export class Loaders {
  readonly #sources: LoaderSources;
  readonly #loaders = new Map<(sources: LoaderSources) => unknown, unknown>();

  constructor(sources: LoaderSources) {
    this.#sources = sources;
  }

  of<Loader>(create: (sources: LoaderSources) => Loader): Loader {
    const loader = (this.#loaders.get(create) as Loader | undefined) ?? create(this.#sources);
    this.#loaders.set(create, loader);
    return loader;
  }

  /** Drops them and what they have read, after a mutation: the next one of the same operation reads afresh. */
  clear(): void {
    this.#loaders.clear();
  }
}

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
  // Those of the process keep nothing.
  const shared = new WeakMap<Database, DataLoader<Key, Value | null>>();
  const sharedOf = (database: Database) => {
    const loader =
      shared.get(database) ??
      new DataLoader<Key, Value | null>((keys) => readAll(database, keys), {
        cache: false,
        maxBatchSize: MOST_KEYS,
        batchScheduleFn: setImmediate,
      });
    shared.set(database, loader);
    return loader;
  };
  return ({ database }) =>
    new DataLoader((keys) => (database.inTransaction ? readAll(database, keys) : sharedOf(database).loadMany(keys)), {
      cacheKeyFn: keyOf,
    });
}
