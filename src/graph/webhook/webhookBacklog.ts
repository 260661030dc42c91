import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { LARGEST_BACKLOG } from '../model/limits.ts';
import type { LoaderSources } from '../reading/loaders.ts';
import { type AskedIds, idsOf } from './deliveryIds.ts';

interface WebhookBacklog {
  /** Deliveries that are pending, counted up to LARGEST_BACKLOG. */
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
}

const PENDING: AskedIds = {
  ...{ status: 'pending', kind: null, event: null, since: null },
  ...{ last: null, limit: LARGEST_BACKLOG },
};

/** The pending deliveries of all webhooks, counted up to LARGEST_BACKLOG. */
export async function countWaiting(client: TransactionClient): Promise<number> {
  const [row] = await client.$queryRaw<{ readonly waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (${idsOf(PENDING)}) pending`;
  return row?.waiting ?? 0;
}

/** The backlog of webhooks: one statement for all that a request reads. */
export const backlogOfWebhook = ({ database: { client } }: LoaderSources) =>
  new DataLoader<string, WebhookBacklog>(async (webhookIds) => {
    const rows = await client.$queryRaw<(WebhookBacklog & { readonly id: string })[]>`
      SELECT w.id::text AS id, (SELECT count(*) FROM (${idsOf(PENDING, Prisma.sql`w.id`)}) pending)::int AS waiting,
        (SELECT q.last_success_at FROM webhook_queue q WHERE q.webhook_id = w.id) AS "lastSuccessAt"
      FROM unnest(${webhookIds}::uuid[]) w (id)`;
    const found = new Map(rows.map(({ id, ...backlog }) => [id, backlog]));
    return webhookIds.map((id) => found.get(id) ?? { waiting: 0, lastSuccessAt: null });
  });
