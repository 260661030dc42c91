import DataLoader from 'dataloader';
import type { Database } from '../../database/database.ts';
import { groupBy } from './groupBy.ts';

/** One instance a factory, made when it is first asked for. */
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

  /** Drops every instance with what it has read. */
  clear(): void {
    this.#instances.clear();
  }
}

/** What the reads of all requests of a process share: one store for each kind of entity. */
export class Stores extends LazyInstances<Database> {}

/** What a DataLoader reads with. */
export interface LoaderSources {
  readonly database: Database;
  readonly stores: Stores;
}

/** The DataLoaders of one request. A mutation clears them, so that the next one of its operation reads again. */
export class Loaders extends LazyInstances<LoaderSources> {}

/** A DataLoader of what belongs to each of many owners; `read` answers all of theirs at once, in order. */
export function relationLoader<Row>(
  read: (owners: string[]) => Promise<readonly Row[]>,
  ownerOf: (row: Row) => string,
): DataLoader<string, readonly Row[]> {
  return new DataLoader(async (owners) => {
    const rows = groupBy(await read([...owners]), ownerOf);
    return owners.map((owner) => rows.get(owner) ?? []);
  });
}
