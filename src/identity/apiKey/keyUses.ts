import { repeat } from '../../base/repeat.ts';
import type { Database } from '../../database/database.ts';

const INTERVAL_MS = 60_000;
/** A flood within one day counts no further than the column. */
const LARGEST_COUNT = 2_147_483_647;

interface DayOfKey {
  readonly id: string;
  /** The day, in UTC. */
  readonly day: string;
  calls: number;
  refusals: number;
  /** Whether the key was valid at one of the calls. */
  isUsed: boolean;
}

/** Writes the keys' last uses and their calls by day in batches, once a minute. A crash loses the last minute. */
export class KeyUses {
  readonly #database: Pick<Database, 'client'>;
  readonly #onFailure: (error: unknown) => void;
  readonly #end: () => Promise<void>;
  /** By day and key, because a clock that is set back may return to the previous day. */
  #days = new Map<string, DayOfKey>();

  constructor(database: Pick<Database, 'client'>, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#end = repeat(() => this.write(), { everyMs: INTERVAL_MS });
  }

  /** @param outcome of a call with this key: `ended` for a key that was expired, revoked or suspended */
  note(id: string, outcome: 'admitted' | 'refused' | 'ended', now = Date.now()): void {
    const day = new Date(now).toISOString().slice(0, 10);
    const place = day + id;
    let counts = this.#days.get(place);
    if (counts === undefined) {
      counts = { id, day, calls: 0, refusals: 0, isUsed: false };
      this.#days.set(place, counts);
    }
    counts.calls += 1;
    if (outcome !== 'admitted') counts.refusals += 1;
    if (outcome !== 'ended') counts.isUsed = true;
  }

  /** Writes the collected uses. On an error they are reported to `onFailure` and lost. */
  async write(): Promise<void> {
    if (this.#days.size === 0) return;
    const days = [...this.#days.values()];
    this.#days = new Map();
    try {
      await this.#database.client.$executeRaw`
        WITH noted AS MATERIALIZED (
          SELECT n.* FROM json_to_recordset(${JSON.stringify(days)}::json) AS n (id text, day date, calls int, refusals int, "isUsed" boolean)
          JOIN api_key k ON k.id = n.id
        ), used AS (
          UPDATE api_key SET last_used_at = date_trunc('minute', now())
          WHERE id IN (SELECT id FROM noted WHERE "isUsed") AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))
        ), past AS (
          DELETE FROM api_key_day WHERE key_id IN (SELECT id FROM noted) AND day < (now() AT TIME ZONE 'UTC')::date - 30
        )
        INSERT INTO api_key_day AS d (key_id, day, calls, refusals)
        SELECT id, day, calls, refusals FROM noted ORDER BY id, day
        ON CONFLICT (key_id, day) DO UPDATE SET
          calls = least(d.calls::bigint + excluded.calls, ${LARGEST_COUNT})::int,
          refusals = least(d.refusals::bigint + excluded.refusals, ${LARGEST_COUNT})::int`;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async stop(): Promise<void> {
    await this.#end();
    await this.write();
  }
}
