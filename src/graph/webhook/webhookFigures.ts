import DataLoader from 'dataloader';
import { LARGEST_BACKLOG, WEBHOOK_HOURS } from '../model/limits.ts';
import { lowestIdAt } from '../model/lowestId.ts';
import { EVENT_KINDS } from '../model/vocabulary.ts';
import { type LoaderSources, type ReadingContext, relationLoader } from '../reading/loaders.ts';

interface WebhookBacklog {
  /** Up to which it has read the log. */
  readonly position: string;
  /** Events that it has yet to read, counted up to LARGEST_BACKLOG. */
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
}

/** Webhooks whose backlogs are read in one statement. */
const BATCH = 250;

/** The events that webhooks have yet to read, counted up to LARGEST_BACKLOG. */
export async function countWaiting({ database: { client }, loaders }: ReadingContext): Promise<number> {
  const { position: head } = await client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
  const where = { position: { lt: head }, webhook: { status: 'enabled' } } as const;
  const behind = await client.webhookQueue.findMany({ where, select: { webhookId: true } });
  let waiting = 0;
  while (behind.length > 0 && waiting < LARGEST_BACKLOG) {
    const ids = behind.splice(0, BATCH).map(({ webhookId }) => webhookId);
    const backlogs = await Promise.all(ids.map((id) => loaders.of(backlogOfWebhook).load(id)));
    for (const backlog of backlogs) waiting += backlog.waiting;
  }
  return Math.min(waiting, LARGEST_BACKLOG);
}

/** The backlog of webhooks, by the SQL function that reads the log for them, which Prisma cannot call. */
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

interface HourRow {
  readonly webhookId: string;
  /** Null: all hours together. */
  readonly hour: Date | null;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
  /** Answered first attempts. */
  readonly answers: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

const HOUR_MS = 3_600_000;

/**
 * What became of webhooks' deliveries by the hour of their events, oldest first, and last of all together. Prisma has
 * neither percentiles nor grouping sets.
 */
export const webhookHours = ({ database }: LoaderSources) =>
  relationLoader(
    (webhooks) => database.client.$queryRaw<HourRow[]>`
      SELECT w.id::text AS "webhookId", date_trunc('hour', d.created_at, 'UTC') AS hour,
        count(*) FILTER (WHERE d.status = 'delivered')::int AS delivered,
        sum(greatest(0, d.attempt - (d.status <> 'pending')::int))::int AS retried,
        count(*) FILTER (WHERE d.status = 'failed')::int AS failed,
        count(d.first_status)::int AS answers,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY d.first_duration_ms) FILTER (WHERE d.first_status IS NOT NULL) AS "p50Ms",
        percentile_disc(0.95) WITHIN GROUP (ORDER BY d.first_duration_ms) FILTER (WHERE d.first_status IS NOT NULL) AS "p95Ms"
      FROM unnest(${webhooks}::uuid[]) w (id) CROSS JOIN unnest(${[...EVENT_KINDS]}::text[]) k (kind) CROSS JOIN LATERAL (
        SELECT d.* FROM delivery d
        WHERE d.webhook_id = w.id AND d.kind = k.kind AND d.id >= ${lowestIdAt(Date.now() - WEBHOOK_HOURS * HOUR_MS)}::uuid
          AND d.event_position IS NOT NULL
        OFFSET 0
      ) d
      GROUP BY GROUPING SETS ((w.id, date_trunc('hour', d.created_at, 'UTC')), (w.id)) ORDER BY 1, 2`,
    ({ webhookId }) => webhookId,
  );

/** The times that a receiver took to answer in an hour, or in all; null without an answer. */
export function answerTimes(row: Pick<HourRow, 'answers' | 'p50Ms' | 'p95Ms'> | undefined) {
  if (row === undefined || row.p50Ms === null || row.p95Ms === null) return null;
  return { answers: row.answers, p50Ms: row.p50Ms, p95Ms: row.p95Ms };
}
