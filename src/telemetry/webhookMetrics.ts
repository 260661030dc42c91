import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Figures of the webhooks that this process delivers. */
export interface WebhookMetrics {
  /** @param result `delivered` or the error of the attempt */
  attempted(result: string, seconds: number): void;
  /** Attempts that ended after another worker had claimed their delivery. */
  leaseLost(count: number): void;
  /** How far this machine's clock is ahead of the receivers'. */
  setClockOffset(seconds: number): void;
  /** As of the last check. */
  setQueue(queue: { readonly pending: number; readonly oldestDueSeconds: number }): void;
}

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
  const pending = new Gauge({
    name: 'webhook_deliveries_pending',
    help: 'Deliveries that wait for an attempt.',
    registers,
  });
  const oldest = new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'How long the oldest delivery that is due has been; 0 when none is.',
    registers,
  });
  const clock = new Gauge({
    name: 'webhook_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the receivers', by the Date of their answers (median); receivers refuse more than 300.",
    registers,
  });
  return {
    attempted(result, seconds) {
      attempts.inc({ result });
      duration.observe(seconds);
    },
    leaseLost: (count) => lost.inc(count),
    setClockOffset: (seconds) => clock.set(seconds),
    setQueue(queue) {
      pending.set(queue.pending);
      oldest.set(queue.oldestDueSeconds);
    },
  };
}
