import { WEBHOOK_HOURS } from '../model/limits.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';

interface HourRow {
  readonly webhookId: string;
  readonly hour: Date;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
}

/** What was counted of webhooks' attempts in each of the last hours, oldest first. */
export const webhookHours = ({ database }: LoaderSources) =>
  relationLoader(
    (webhooks) => database.client.$queryRaw<HourRow[]>`
      SELECT webhook_id::text AS "webhookId", hour, delivered, retried, failed FROM webhook_hour
      WHERE webhook_id = ANY (${webhooks}::uuid[]) AND hour > now() - ${WEBHOOK_HOURS}::int * interval '1 hour'
      ORDER BY webhook_id, hour`,
    ({ webhookId }) => webhookId,
  );
