import { v7 as uuidv7 } from 'uuid';
import { AmbientValue } from '../../base/ambientValue.ts';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { traceHeaders } from '../../tracing/activeTrace.ts';
import { storedKind } from '../model/eventKinds.ts';
import type { PublicationOrigin, PublishedEvent } from './changes.ts';

/**
 * Runs inside the publication's transaction, after its rows and events are written. Its writes through `client` commit
 * or roll back with them, and an exception undoes the publication. It runs again when PostgreSQL aborts the transaction
 * and it is retried, so it must have no other effects; those belong into `onCommitted`.
 * @param events with their final bytes, in order of position; never empty
 */
export type PublishedHook = (
  client: TransactionClient,
  events: readonly PublishedEvent[],
  origin: PublicationOrigin,
) => Promise<void>;

interface Publishing {
  /** The publication's transaction. */
  readonly client: TransactionClient;
  runHooks(): Promise<void>;
}

/** The current publication, while it writes its events. */
const publishing = new AmbientValue<Publishing>();

/**
 * The Prisma extension that writes events, for every client, including a transaction's: `event.createMany` inside a
 * publication runs the `published` hooks in its transaction. Any other write of events is refused.
 */
export const publicationExtension = Prisma.defineExtension({
  name: 'publication',
  query: {
    event: {
      create: refuse,
      createManyAndReturn: refuse,
      upsert: refuse,
      update: refuse,
      updateMany: refuse,
      updateManyAndReturn: refuse,
      async createMany({ args }) {
        const { client, runHooks } = publishing.current ?? refuse();
        const count = await insertEvents(client, [args.data].flat());
        await runHooks();
        return { count };
      },
    },
  },
});

function refuse(): never {
  throw new Error('events are published (publications.transaction), never written by hand');
}

/**
 * One statement with the rows as JSON: for the 1,000 events of a bulk import's batch Prisma's own createMany takes ten
 * times as much processor time (docs/decisions.md#publication).
 */
function insertEvents(client: TransactionClient, events: readonly Prisma.EventCreateManyInput[]): Promise<number> {
  return client.$executeRaw`
    INSERT INTO event (position, id, publication_id, kind, anime_id, episode_id, revision, payload, ended, occurred_at)
    SELECT position, id, "publicationId", replace(kind, '_', '.')::event_kind, "animeId", "episodeId", revision, payload, ended,
      "occurredAt"
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e (
      position bigint, id uuid, "publicationId" uuid, kind text, "animeId" uuid, "episodeId" uuid, revision int, payload text,
      ended uuid[], "occurredAt" timestamptz)`;
}

/** The events of all publications, in order of position. */
export class EventLog {
  readonly #hooks = new Set<PublishedHook>();

  /** @returns a function that unsubscribes it */
  on(hook: PublishedHook): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  /** Records a publication and its events, through the extension. */
  async append(client: TransactionClient, events: readonly PublishedEvent[], origin: PublicationOrigin): Promise<void> {
    const { kind, actor, reason = null, merge, at } = origin;
    const publicationId = uuidv7();
    const { traceparent = null } = traceHeaders();
    await client.publication.create({
      data: { id: publicationId, kind, actor, reason, ...merge, createdAt: at, traceparent },
    });
    const data = events.map((event) => ({
      ...event,
      publicationId,
      position: Number(event.position),
      ended: [...event.ended],
      kind: storedKind(event.kind),
    }));
    let isExtended = false;
    const runHooks = async () => {
      isExtended = true;
      for (const hook of this.#hooks) await hook(client, events, origin);
    };
    await publishing.run({ client, runHooks }, async () => void (await client.event.createMany({ data })));
    if (!isExtended) throw new Error('the database was opened without publicationExtension');
  }
}
