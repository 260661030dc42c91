import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import { LARGEST_BACKLOG } from '../model/limits.ts';
import type { LoaderSources } from '../reading/loaders.ts';

interface WebhookBacklog {
  /** Up to which it has read the log. */
  readonly position: string;
  /** Events that it has yet to read, counted up to LARGEST_BACKLOG. */
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
}

/** The events that webhooks have yet to read, counted up to LARGEST_BACKLOG. */
export async function countWaiting(client: TransactionClient): Promise<number> {
  const [row] = await client.$queryRaw<{ readonly waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM webhook_queue q CROSS JOIN LATERAL webhook_log(q.webhook_id, q.position, ${LARGEST_BACKLOG}::int, false)
      WHERE q.position < (SELECT h.position FROM publication_head h WHERE h.id = 1) LIMIT ${LARGEST_BACKLOG}
    ) unread`;
  return row?.waiting ?? 0;
}

/** The backlog of webhooks: one statement for all that a request reads. */
export const backlogOfWebhook = ({ database: { client } }: LoaderSources) =>
  new DataLoader<string, WebhookBacklog>(async (webhookIds) => {
    const rows = await client.$queryRaw<(WebhookBacklog & { readonly id: string })[]>`
      SELECT q.webhook_id::text AS id, q.position::text AS position, q.last_success_at AS "lastSuccessAt", (
        SELECT count(*) FROM (
          SELECT FROM webhook_log(q.webhook_id, q.position, ${LARGEST_BACKLOG}::int, false) LIMIT ${LARGEST_BACKLOG}
        ) unread
      )::int AS waiting
      FROM webhook_queue q WHERE q.webhook_id = ANY (${webhookIds}::uuid[])`;
    const found = new Map(rows.map(({ id, ...backlog }) => [id, backlog]));
    return webhookIds.map((id) => found.get(id) ?? { position: '0', waiting: 0, lastSuccessAt: null });
  });
