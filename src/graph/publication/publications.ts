import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { ambientTransaction } from '../../database/transaction.ts';
import type { CatalogChanges, PublishedEvent } from './changes.ts';
import { type PublicationSource, writePublication } from './publish.ts';
import type { PublicResources } from './resources.ts';

/**
 * Runs inside the publication's transaction: what it writes through `tx` commits or rolls back with the events. A hook that
 * throws undoes the publication.
 */
export type PublishedHook = (tx: TransactionClient, events: readonly PublishedEvent[]) => Promise<void>;

/** The one way to change the public catalogue (contract, Events rule 4). */
export interface Publications {
  /** Subscribes to publications. @returns how to unsubscribe */
  on(kind: 'published', hook: PublishedHook): () => void;
  /**
   * Waits until no other publication is under way, and keeps others out until the transaction ends: what is read under the lock
   * cannot be changed by another publication, and positions come out gapless and in commit order (design.md 5).
   * @throws PublicationOutsideTransactionError
   */
  lock(): Promise<void>;
  /**
   * Writes rows, revisions, events and runs every `published` hook, all in the ambient transaction.
   * @throws PublicationOutsideTransactionError
   */
  publish(changes: CatalogChanges, source: PublicationSource): Promise<readonly PublishedEvent[]>;
}

/** Publishing was tried outside a transaction, where positions could have gaps and hooks could not roll back. */
export class PublicationOutsideTransactionError extends Error {
  override readonly name = 'PublicationOutsideTransactionError';
  readonly code = 'publication_outside_transaction';

  constructor() {
    super('a publication needs a transaction: call it inside database.transaction()');
  }
}

/**
 * The publication hooks and the Prisma client extension that guards them. The extension sees every client, a transaction's
 * included (Prisma's old `$use` is gone), offers the hooks as `client.publications`, and refuses events written by hand.
 */
export function createPublications(resources: PublicResources) {
  const hooks = new Set<PublishedHook>();
  const publications: Publications = {
    on(_kind, hook) {
      hooks.add(hook);
      return () => hooks.delete(hook);
    },
    async lock() {
      await currentTransaction().$queryRaw`SELECT position FROM publication_head WHERE id = 1 FOR UPDATE`;
    },
    async publish(changes, source) {
      const tx = currentTransaction();
      await publications.lock();
      const events = await writePublication(tx, resources, changes, source);
      if (events.length > 0) for (const hook of hooks) await hook(tx, events);
      return events;
    },
  };
  return { publications, extension: publicationExtension(publications) };
}

function publicationExtension(publications: Publications) {
  const refuse = (): never => {
    throw new Error('events are published (client.publications.publish), never written by hand');
  };
  return Prisma.defineExtension({
    name: 'publications',
    client: { publications },
    query: {
      event: {
        create: refuse,
        createMany: refuse,
        createManyAndReturn: refuse,
        upsert: refuse,
        update: refuse,
        updateMany: refuse,
      },
    },
  });
}

function currentTransaction(): TransactionClient {
  const tx = ambientTransaction();
  if (tx === undefined) throw new PublicationOutsideTransactionError();
  return tx;
}
