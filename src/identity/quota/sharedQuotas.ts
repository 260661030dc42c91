import { createClient } from '@redis/client';
import { waitAtMost } from '../../base/waitAtMost.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import type { Counter, Quotas } from '../../graph/caller/quotas.ts';
import { type CountingStore, countingQuotas, type QuotaLimits } from './countingQuotas.ts';

export interface SharedQuotasOptions {
  /** redis:// or rediss:// */
  readonly url: string;
  /** The prefix of its keys. */
  readonly prefix: string;
  readonly limits: QuotaLimits;
  /** Counts while Redis is away, and always the counters that need not be shared. */
  readonly local: CountingStore;
  /** Called when Redis first connects or fails to, disconnects and reconnects, with a message without secrets. */
  readonly onChange: (isShared: boolean, reason: string | null) => void;
}

export interface SharedQuotas {
  readonly quotas: Quotas;
  report(): RedisReport;
  close(): Promise<void>;
}

/** The last known state of Redis, without asking it. */
export interface RedisReport {
  /** Whether counts are shared now; otherwise each process counts by itself. */
  readonly isShared: boolean;
  /** Why not; null while they are shared. */
  readonly lastError: string | null;
  /** Counts made without Redis since the start. */
  readonly localCounts: number;
}

/** Most time that a caller waits for Redis; after a timeout callers do not wait at all for a while. */
const PATIENCE_MS = 250;
const PAUSE_MS = 2_000;
/** After so long a connection that does not count is given up: its machine may be gone, and its name another's. */
const RECONNECT_MS = 10_000;
const POINTS = { take: 1, giveBack: -1, read: 0 } as const satisfies Record<keyof CountingStore, number>;
const noAnswer = () => new Error(`no answer within ${PATIENCE_MS} ms`);

/**
 * A CountingStore's operations, atomic across replicas. KEYS: the counter; ARGV: points, seconds of a window,
 * limit. Returns the points used and the milliseconds left in the window.
 */
const COUNT = `
local points = tonumber(ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  if points <= 0 then return {0, 1000 * ARGV[2]} end
  redis.call('set', KEYS[1], points, 'EX', ARGV[2])
  return {points, 1000 * ARGV[2]}
end
local consumed = tonumber(redis.call('get', KEYS[1]))
if points > 0 and consumed >= tonumber(ARGV[3]) then return {consumed + points, left} end
if consumed + points < 0 then return {consumed, left} end
return {redis.call('incrby', KEYS[1], points), left}
`;

/**
 * Quotas counted in Redis by all replicas together. While Redis is unreachable or hangs, each process counts alone:
 * callers are served, with a quota per process.
 */
export async function sharedQuotas({
  url,
  prefix,
  limits,
  local,
  onChange,
}: SharedQuotasOptions): Promise<SharedQuotas> {
  let pausedUntil = 0;
  let connectedAt = Number.NEGATIVE_INFINITY;
  let localCounts = 0;
  let lastError: string | null = 'not connected yet';
  let wasShared: boolean | null = null;
  let changedAt = performance.now();

  const report = (reason: string | null): void => {
    const isShared = reason === null;
    if (isShared !== wasShared) {
      changedAt = performance.now();
      onChange(isShared, reason);
    }
    [wasShared, lastError] = [isShared, reason];
  };
  const open = () =>
    createClient({
      url,
      // Otherwise commands of a dead connection wait for its return.
      disableOfflineQueue: true,
      socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
    })
      .on('error', (error: unknown) => report(errorText(error)))
      .on('ready', () => {
        pausedUntil = 0;
        connectedAt = performance.now();
        report(null);
      });
  let client = open();
  const reconnect = (): void => {
    changedAt = performance.now();
    client.removeAllListeners().on('error', () => {});
    client.destroy();
    client = open();
    void client.connect().catch(() => {});
  };

  // A Redis that was restarted counts from 0: a window that began here ends here, or a caller had three quotas in one.
  const isCountedHere = async (counter: Counter, subject: string): Promise<boolean> =>
    performance.now() - connectedAt < limits[counter].windowSeconds * 1000 &&
    (await local.read(counter, subject)).consumedPoints > 0;
  const countShared = async (what: keyof CountingStore, counter: Counter, subject: string) => {
    const { points, windowSeconds } = limits[counter];
    const given = [POINTS[what], windowSeconds, points].map(String);
    const counted = client.eval(COUNT, { keys: [`${prefix}quota:${counter}:${subject}`], arguments: given });
    const [consumedPoints, msBeforeNext] = (await withTimeout(counted, PATIENCE_MS, noAnswer)) as [number, number];
    return { consumedPoints, msBeforeNext };
  };
  const count = async (what: keyof CountingStore, counter: Counter, subject: string) => {
    // This counter protects only this process, and would cost every request a round trip.
    if (counter === 'address' || (await isCountedHere(counter, subject))) return local[what](counter, subject);
    if (performance.now() >= pausedUntil) {
      // One caller tries whether it answers again: a Redis that hangs keeps all that it is asked, and counts it later.
      const isTrial = lastError !== null;
      if (isTrial) pausedUntil = performance.now() + PAUSE_MS;
      try {
        const counted = await countShared(what, counter, subject);
        if (isTrial) pausedUntil = 0;
        // One that refuses to write answers what only reads.
        if (isTrial && what === 'take') report(null);
        return counted;
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS;
        report(errorText(error));
        if (performance.now() - changedAt > RECONNECT_MS) reconnect();
      }
    }
    localCounts += 1;
    return local[what](counter, subject);
  };
  const store: CountingStore = {
    take: (counter, subject) => count('take', counter, subject),
    giveBack: (counter, subject) => count('giveBack', counter, subject),
    read: (counter, subject) => count('read', counter, subject),
  };
  // Reconnects in the background; an unreachable Redis does not stop the service's start.
  await waitAtMost(
    500,
    client.connect().catch(() => {}),
  );
  return {
    quotas: countingQuotas(limits, store),
    report: () => ({ isShared: lastError === null, lastError, localCounts }),
    close: async () => client.destroy(),
  };
}

function errorText(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
