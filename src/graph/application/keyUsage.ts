import { type LoaderSources, relationLoader } from '../reading/loaders.ts';

interface DayOfKey {
  readonly keyId: string;
  readonly day: string;
  readonly calls: number;
  readonly refusals: number;
}

/** The calls of keys on each of the last 30 days (UTC), oldest first. */
export const keyUsage = ({ database }: LoaderSources) =>
  relationLoader(
    (keys) => database.client.$queryRaw<DayOfKey[]>`
      SELECT key_id AS "keyId", day::text AS day, calls, refusals FROM api_key_day
      WHERE key_id = ANY (${keys}) AND day > (now() AT TIME ZONE 'UTC')::date - 30 ORDER BY key_id, day`,
    ({ keyId }) => keyId,
  );
