import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
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
