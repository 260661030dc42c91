import { ANSWER_BOUNDS_MS, WEBHOOK_HOURS } from '../model/limits.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';

interface HourRow {
  readonly webhookId: string;
  readonly hour: Date;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
  /** Answered first attempts by duration: below each of ANSWER_BOUNDS_MS, and not below the previous one. */
  readonly answered: readonly number[];
}

/** The counts of webhooks' attempts in each of the last hours, oldest first. */
export const webhookHours = ({ database }: LoaderSources) =>
  relationLoader(
    (webhooks) => database.client.$queryRaw<HourRow[]>`
      SELECT webhook_id::text AS "webhookId", hour, delivered, retried, failed, answered FROM webhook_hour
      WHERE webhook_id = ANY (${webhooks}::uuid[]) AND hour > now() - ${WEBHOOK_HOURS}::int * interval '1 hour'
      ORDER BY webhook_id, hour`,
    ({ webhookId }) => webhookId,
  );

/** The times that receivers took to answer in these hours; null without an answer. */
export function answerTimes(hours: readonly Pick<HourRow, 'answered'>[]) {
  const counts = ANSWER_BOUNDS_MS.map((_bound, at) =>
    hours.reduce((sum, { answered }) => sum + (answered[at] ?? 0), 0),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  if (answers === 0) return null;
  return { answers, p50Ms: boundOf(counts, answers * 0.5), p95Ms: boundOf(counts, answers * 0.95) };
}

/** The bound below which this share of the counted answers lies. */
function boundOf(counts: readonly number[], rank: number): number {
  let below = 0;
  for (const [at, bound] of ANSWER_BOUNDS_MS.entries()) {
    below += counts[at] ?? 0;
    if (below >= rank) return bound;
  }
  throw new Error('more answers than were counted');
}
