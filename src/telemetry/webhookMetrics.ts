import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { meterOf } from './meterOf.ts';

/** Figures of the webhooks that this process delivers. */
export interface WebhookMetrics {
  /** @param result `delivered` or the error of the attempt */
  attempted(result: string, seconds: number): void;
  /** Attempts that ended after another worker had claimed their delivery. */
  leaseLost(count: number): void;
  /** How far this machine's clock is ahead of the receivers'. */
  setClockOffset(seconds: number): void;
  /** As of now; older figures are not reported. */
  setQueue(queue: QueueDepth): void;
  /** A work of housekeeping has succeeded. */
  housekept(work: string): void;
}

interface QueueDepth {
  readonly pending: number;
  readonly oldestDueSeconds: number;
}

/** Three counts. */
const STALE_MS = 15_000;

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

export function createWebhookMetrics(registers: Registry[]): WebhookMetrics {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts at deliveries by result.',
    labelNames: ['result'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time that an attempt took, from the lookup of the name to the end of the answer.',
    buckets: BUCKETS,
    registers,
  });
  const lost = new Counter({
    name: 'webhook_claims_lost_total',
    help: 'Attempts that ended after their claim had passed to another worker: their result is not written.',
    registers,
  });
  const meter = meterOf(registers);
  const known: { queue?: QueueDepth; countedAt: number; clockOffset?: number; done: Record<string, number> } = {
    countedAt: Number.NEGATIVE_INFINITY,
    done: {},
  };
  const queue = () => (performance.now() - known.countedAt > STALE_MS ? undefined : known.queue);
  meter(Gauge, 'webhook_deliveries_pending', 'Deliveries that wait for an attempt.', () => queue()?.pending);
  meter(
    Gauge,
    'webhook_oldest_due_seconds',
    'How long the oldest delivery that is due has been; 0 when none is.',
    () => queue()?.oldestDueSeconds,
  );
  meter(
    Gauge,
    'webhook_clock_offset_seconds',
    "How far this machine's clock is ahead of the receivers', by the Date of their answers (median); receivers refuse more than 300.",
    () => known.clockOffset,
  );
  meter(
    Gauge,
    'webhook_housekeeping_success_timestamp_seconds',
    'When housekeeping last succeeded in this process (Unix time), by work.',
    () => known.done,
    'work',
  );
  return {
    attempted(result, seconds) {
      attempts.inc({ result });
      duration.observe(seconds);
    },
    leaseLost: (count) => lost.inc(count),
    setClockOffset(seconds) {
      known.clockOffset = seconds;
    },
    setQueue(depth) {
      known.queue = depth;
      known.countedAt = performance.now();
    },
    housekept(work) {
      known.done[work] = Date.now() / 1000;
    },
  };
}
