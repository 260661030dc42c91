import type { TransactionClient } from '../database/database.ts';
import { CatalogError } from '../graph/model/errors.ts';
import { LARGEST_FAN_OUT } from '../graph/model/limits.ts';
import type { PublicationOrigin, PublishedEvent } from '../graph/publication/changes.ts';
import type { Publications } from '../graph/publication/publications.ts';

/** Makes every publication of this process write its deliveries, in its own transaction. */
export function subscribeWebhooks(publications: Pick<Publications, 'on'>): void {
  publications.on('published', fanOut);
}

/**
 * Writes a delivery for every enabled webhook with the event's kind and an earlier start, in the publication's
 * transaction and in one statement. It runs in every process that publishes, whether or not it delivers.
 * @throws CatalogError payload_too_large when an import would make more than LARGEST_FAN_OUT: its batch must be sent in
 * parts
 */
async function fanOut(
  client: TransactionClient,
  events: readonly PublishedEvent[],
  { kind: source }: Pick<PublicationOrigin, 'kind'>,
): Promise<void> {
  const rows = JSON.stringify(events.map(({ position, id, kind }) => ({ position: position.toString(), id, kind })));
  if (source === 'import' && events.length > 1) await boundFanOut(client, rows);
  await client.$executeRaw`
    INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, next_attempt_at, created_at)
    SELECT delivery_id(), s.id, e.id, e.position, e.kind, clock_timestamp(), clock_timestamp()
    FROM jsonb_to_recordset(${rows}::jsonb) AS e (position bigint, id uuid, kind text)
    JOIN subscription s ON s.status = 'enabled' AND s.start_position < e.position AND e.kind::event_kind = ANY (s.events)
    ORDER BY e.position`;
}

async function boundFanOut(client: TransactionClient, rows: string): Promise<void> {
  const [found] = await client.$queryRaw<{ deliveries: bigint }[]>`
    SELECT coalesce(sum(e.number * (
      SELECT count(*) FROM subscription s WHERE s.status = 'enabled' AND e.kind::event_kind = ANY (s.events)
    )), 0)::bigint AS deliveries
    FROM (SELECT kind, count(*) AS number FROM jsonb_to_recordset(${rows}::jsonb) AS e (kind text) GROUP BY kind) e`;
  const deliveries = Number(found?.deliveries ?? 0);
  if (deliveries <= LARGEST_FAN_OUT) return;
  throw new CatalogError(
    'payload_too_large',
    `The batch would make ${deliveries} webhook deliveries, at most ${LARGEST_FAN_OUT} are taken: send fewer records at once.`,
  );
}
