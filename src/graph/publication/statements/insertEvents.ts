import type { TransactionClient } from '../../../database/database.ts';
import type { PublicationSource, PublishedEvent } from '../changes.ts';

/** Records a publication and its events. One statement for the events: a bulk import publishes 1,000 at once. */
export async function insertEvents(
  client: TransactionClient,
  id: string,
  { kind, actor, reason, merge, at }: PublicationSource,
  events: readonly PublishedEvent[],
): Promise<void> {
  await client.publication.create({
    data: { id, kind, actor, reason: reason ?? null, ...merge, createdAt: at },
  });
  const rows = events.map((event) => ({
    position: event.position.toString(),
    id: event.id,
    publication_id: id,
    kind: event.kind,
    anime_id: event.animeId,
    episode_id: event.episodeId,
    revision: event.revision,
    payload: event.payload,
    occurred_at: event.occurredAt,
  }));
  await client.$executeRaw`
    INSERT INTO event SELECT * FROM jsonb_populate_recordset(NULL::event, ${JSON.stringify(rows)}::jsonb)`;
}
