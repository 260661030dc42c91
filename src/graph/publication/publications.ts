import type { Database, TransactionClient } from '../../database/database.ts';
import type { CatalogChanges, PublicationSource, PublishedEvent } from './changes.ts';
import { notifyPublication } from './publicationSignal.ts';
import { writePublication } from './publish.ts';
import { PublishingTurns } from './publishingTurns.ts';
import type { PublicResources } from './resources.ts';

/**
 * Runs inside the publication's transaction, after its rows and events are written: what it writes through `client` commits or rolls
 * back with them, and when it throws the publication is undone. It runs again when PostgreSQL makes the transaction start anew, so it
 * has no other effects; what is to happen once belongs into `onCommitted`.
 * @param events with their final bytes, in order of position; never empty
 */
export type PublishedHook = (
  client: TransactionClient,
  events: readonly PublishedEvent[],
  source: PublicationSource,
) => Promise<void>;

/** Hears of events that are committed. It returns at once and has failed nobody when it throws: the publication stands. */
export type CommittedListener = (events: readonly PublishedEvent[]) => void;

/** A publication under way: nobody else publishes until its transaction ends. */
export interface Publication {
  /** The transaction. What is read through it cannot be changed by another publication. */
  readonly client: TransactionClient;
  /** Position of the last event published so far, this publication's included. */
  readonly position: bigint;
  /**
   * Writes rows, revisions and events, and runs every `published` hook.
   * @returns the events, in order of position: an anime before its episodes, at most one an entity
   */
  publish(changes: CatalogChanges, source: PublicationSource): Promise<readonly PublishedEvent[]>;
}

/** The one way to change the public catalogue. */
export interface Publications {
  /** Subscribes to publications, inside their transaction. @returns how to unsubscribe */
  on(kind: 'published', hook: PublishedHook): () => void;
  /**
   * Subscribes to what this process has committed: called once a transaction that published events, never for one that was undone. A process that dies between commit and call, and another process, miss it: keep a poll behind it, and see
   * onPublication. @returns how to unsubscribe
   */
  onCommitted(listener: CommittedListener): () => void;
  /**
   * Runs `work` as the only publication of the installation: publishers take turns, so that positions are gapless and rise in commit
   * order. Read committed, at most 120 s from begin to commit. Retried from the start as database.transaction is, so `work` has no
   * effects outside the database. It cannot be nested into a transaction.
   */
  transaction<T>(work: (publication: Publication) => Promise<T>): Promise<T>;
  /** Runs `work` in the same way, hooks included, and undoes all that it has written: nothing of it is ever seen. @returns what it returned */
  rehearse<T>(work: (publication: Publication) => Promise<T>): Promise<T>;
}

/** Undoes a rehearsal. */
class Rehearsed<T> extends Error {
  override readonly name = 'Rehearsed';
  readonly result: T;

  constructor(result: T) {
    super('a rehearsal ends with nothing written');
    this.result = result;
  }
}

/** A bulk import's batch on a slow machine, or a review whose fan-out is large. */
const TIMEOUT_MS = 120_000;

/** @param resources how the public interface serves what the events tell of */
export function createPublications(database: Database, resources: PublicResources): Publications {
  const hooks = new Set<PublishedHook>();
  const listeners = new Set<CommittedListener>();
  const turns = new PublishingTurns(database.kind);

  const begin = async (client: TransactionClient, published: PublishedEvent[]): Promise<Publication> => {
    let position = await lockHead(client);
    return {
      client,
      get position() {
        return position;
      },
      async publish(changes, source) {
        const events = await writePublication(client, resources, changes, source);
        if (events.length === 0) return events;
        position = events.at(-1)?.position ?? position;
        for (const hook of hooks) await hook(client, events, source);
        if (published.length === 0 && database.kind === 'postgresql') await notifyPublication(client);
        published.push(...events);
        return events;
      },
    };
  };

  const transaction: Publications['transaction'] = async (work) => {
    if (database.inTransaction) throw new Error('a publication has a transaction of its own');
    return await turns.take(async () => {
      let published: PublishedEvent[] = [];
      const result = await database.transaction(
        async (client) => {
          published = [];
          return await work(await begin(client, published));
        },
        // Under repeatable read the snapshot would be older than the lock, whatever the server's default is.
        { isolationLevel: 'ReadCommitted', timeoutMs: TIMEOUT_MS },
      );
      if (published.length > 0) for (const listener of listeners) tell(listener, published);
      return result;
    });
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
    on(_kind, hook) {
      hooks.add(hook);
      return () => hooks.delete(hook);
    },
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Waits until no other publication is under way. A publication looks everything up by its key, but PostgreSQL keeps the plans that it made
 * for the tables of a moment ago: those of an empty catalogue would read all of it with every batch of a first import.
 * @returns the position of the last event
 */
async function lockHead(client: TransactionClient): Promise<bigint> {
  const [head] = await client.$queryRaw<{ position: bigint }[]>`
    SELECT position, set_config('enable_seqscan', 'off', true) FROM publication_head WHERE id = 1 FOR UPDATE`;
  if (head === undefined) throw new Error('publication_head has lost its row');
  return head.position;
}

function tell(listener: CommittedListener, events: readonly PublishedEvent[]): void {
  try {
    listener(events);
  } catch (error) {
    process.emitWarning(`a listener of publications failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
