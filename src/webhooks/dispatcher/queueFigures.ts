import type { Database } from '../../database/database.ts';

/**
 * How long the oldest event waits that a webhook reads and has not acknowledged, of the two hundred that stopped first
 * in the log and are leased or due; a slow one that is served waits for its receiver alone. At least as long as any
 * webhook is due that nobody serves, wherever it stopped. And how many receivers, of those with something to send, have
 * acknowledged nothing for ten minutes, beside those that acknowledge.
 */
const FIGURES = `
  SELECT count(*) FILTER (WHERE due_at IS NOT NULL AND NOT recent)::int AS failing,
    count(*) FILTER (WHERE recent OR due_at IS NULL AND last_success_at > now() - interval '1 hour')::int AS acknowledging, greatest((
      SELECT coalesce(extract(epoch FROM now() - min(e.occurred_at)), 0)::float8 FROM (
        SELECT q.webhook_id, q.position FROM webhook_queue q
        WHERE CASE WHEN q.dispatcher IS NULL THEN q.due_at <= now() ELSE NOT q.is_slow END ORDER BY q.position LIMIT 200
      ) q CROSS JOIN LATERAL webhook_log(q.webhook_id, q.position, 1, false) e
    ), extract(epoch FROM now() - min(due_at) FILTER (WHERE dispatcher IS NULL AND due_at <= now()))::float8) AS "oldestSeconds"
  FROM (SELECT dispatcher, due_at, last_success_at, coalesce(last_success_at > now() - interval '10 minutes', false) AS recent FROM webhook_queue) q`;

/** A statement that takes longer shows that the server is away. */
const STATEMENT_MS = 10_000;

/** The webhooks of the installation. */
export interface QueueFigures {
  /** How long the oldest event, or due retry, waits that was not tried yet; 0: none waits. */
  readonly oldestSeconds: number;
  /** Receivers that have acknowledged nothing for ten minutes, while something is to be sent to them. */
  readonly failing: number;
  /** The others that have acknowledged something within the hour. */
  readonly acknowledging: number;
}

/** Figures for the metrics. */
export async function readFigures(database: Database): Promise<QueueFigures> {
  const statement = { name: 'webhooks figures', text: FIGURES, values: [] };
  const [row] = await database.query<QueueFigures>(statement, { statementMs: STATEMENT_MS });
  return row ?? { oldestSeconds: 0, failing: 0, acknowledging: 0 };
}
