import type { Database, DatabaseKind, TransactionClient } from '../../database/database.ts';
import { inSpan } from '../../tracing/inSpan.ts';
import { CatalogError } from '../model/errors.ts';
import type { CatalogChanges, PublicationOrigin, PublishedEvent } from './changes.ts';
import { EventLog, type PublishedHook } from './publicationExtension.ts';
import { notifyPublication } from './publicationSignal.ts';
import { type PublicResources, writePublication } from './publish.ts';

/** A counting semaphore, first come, first served. */
class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passed on directly, so that no later caller overtakes those waiting.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/**
 * Called with committed events. It must return at once; its exceptions are logged as warnings, because the publication
 * is already committed.
 */
type CommittedListener = (events: readonly PublishedEvent[]) => void;

/** A publication in progress: no other one runs until its transaction ends. */
export interface Publication {
  /** The transaction. No other publication can change the rows that it reads. */
  readonly client: TransactionClient;
  /** Position of the last event published so far, this publication's included. */
  readonly position: bigint;
  /**
   * Writes rows, revisions and events, and runs every `published` hook.
   * @returns the events, in order of position: an anime before its episodes, at most one per entity
   */
  publish(changes: CatalogChanges, origin: PublicationOrigin): Promise<readonly PublishedEvent[]>;
}

/** The one way to change the public catalogue. */
export interface Publications {
  /** Subscribes to publications, inside their transaction. @returns a function that unsubscribes it */
  on(kind: 'published', hook: PublishedHook): () => void;
  /**
   * Subscribes to commits of this process: called once per transaction that published events, never for a rolled-back
   * one. Commits of other processes, or of one that died before the call, are missed: back it up with a poll, and see
   * onPublication.
   * @returns a function that unsubscribes it
   */
  onCommitted(listener: CommittedListener): () => void;
  /**
   * Runs `work` as the only publication of the installation: publications run one after the other, so that positions
   * are gapless and rise in commit order. Read committed, at most 120 s from begin to commit. Retried from the start
   * like database.transaction, so `work` must have no effects outside the database. Cannot be nested into a
   * transaction.
   */
  transaction<T>(work: (publication: Publication) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in the same way, hooks included, and rolls it back.
   * @returns its result
   */
  rehearse<T>(work: (publication: Publication) => Promise<T>): Promise<T>;
}

/** The ports that change the catalogue: the publications, and the clock for their records. */
export interface PublishingPorts {
  readonly publications: Publications;
  readonly now: () => Date;
}

/** Rolls a rehearsal back. */
class Rehearsed<T> extends Error {
  override readonly name = 'Rehearsed';
  readonly result: T;

  constructor(result: T) {
    super('a rehearsal ends with nothing written');
    this.result = result;
  }
}

/**
 * Publications run one after the other anyway, behind the lock of the head. This bounds the connections that waiting
 * ones take from reads; on the embedded database, which has one, a read waits for one publication at most.
 */
const CONNECTIONS: Readonly<Record<DatabaseKind, number>> = { postgresql: 3, embedded: 1 };

/** A bulk import's batch on a slow machine. */
const TIMEOUT_MS = 120_000;

/**
 * @param resources renders entities for events as the public interface serves them
 * @param waitedForTurn called with the seconds that each publication waited for its turn
 */
export function createPublications(
  database: Database,
  resources: PublicResources,
  waitedForTurn: (seconds: number) => void = () => {},
): Publications {
  const log = new EventLog();
  const listeners = new Set<CommittedListener>();
  const semaphore = new Semaphore(CONNECTIONS[database.kind]);

  const begin = async (
    client: TransactionClient,
    published: PublishedEvent[],
    arrivedAt: number,
  ): Promise<Publication> => {
    let position = await lockHead(client);
    waitedForTurn((performance.now() - arrivedAt) / 1000);
    return {
      client,
      get position() {
        return position;
      },
      async publish(changes, origin) {
        const events = await writePublication(client, resources, changes, origin, log);
        if (events.length === 0) return events;
        position = events.at(-1)?.position ?? position;
        if (published.length === 0 && database.kind === 'postgresql') await notifyPublication(client);
        published.push(...events);
        return events;
      },
    };
  };

  const transaction: Publications['transaction'] = async (work) => {
    if (database.inTransaction) throw new Error('a publication has a transaction of its own');
    const arrivedAt = performance.now();
    return await inSpan('publication', {}, (span) =>
      semaphore.run(async () => {
        let published: PublishedEvent[] = [];
        const result = await database.transaction(
          async (client) => {
            published = [];
            return await work(await begin(client, published, arrivedAt));
          },
          // Under repeatable read the snapshot would be older than the lock, so the level does not follow the server's
          // default.
          { isolationLevel: 'ReadCommitted', timeoutMs: TIMEOUT_MS },
        );
        span.setAttribute('catalog.events', published.length);
        if (published.length > 0) for (const listener of listeners) notify(listener, published);
        return result;
      }),
    );
  };

  return {
    transaction,
    async rehearse<T>(work: (publication: Publication) => Promise<T>) {
      try {
        return await transaction(async (publication): Promise<T> => {
          throw new Rehearsed(await work(publication));
        });
      } catch (error) {
        if (error instanceof Rehearsed) return error.result as T;
        throw error;
      }
    },
    on: (_kind, hook) => log.on(hook),
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Takes the publication lock. A publication finds all rows by key, but PostgreSQL keeps plans made for the tables of a
 * moment ago: plans for an empty catalogue would scan everything at every batch of a first import. What is published
 * amid a restore would be in the way of its rows, so the last foreign key that pg_restore makes must be there.
 * @returns the position of the last event
 * @throws CatalogError `service_unavailable`
 */
async function lockHead(client: TransactionClient): Promise<bigint> {
  const [head] = await client.$queryRaw<{ position: bigint }[]>`
    SELECT position, set_config('enable_seqscan', 'off', true) FROM publication_head WHERE id = 1
      AND EXISTS (SELECT FROM pg_constraint WHERE conname = 'webhook_queue_webhook_id_fkey') FOR UPDATE OF publication_head`;
  if (head === undefined) throw new CatalogError('service_unavailable', 'The database is being restored.');
  return head.position;
}

function notify(listener: CommittedListener, events: readonly PublishedEvent[]): void {
  try {
    listener(events);
  } catch (error) {
    process.emitWarning(`a listener of publications failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
