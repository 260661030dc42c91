import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createMeter, type Figures } from './createMeter.ts';

/** Figures of the webhooks that this process delivers. */
export interface WebhookMetrics {
  attempted(attempt: {
    /** `delivered` or the error of the attempt. */
    readonly result: string;
    /** The state of its delivery after it. */
    readonly outcome: 'delivered' | 'failed' | 'retry';
    readonly seconds: number;
  }): void;
  /** Deliveries that were cancelled because their webhook has ended. */
  cancelled(count: number): void;
  /** Attempts that ended after another dispatcher had claimed their delivery. */
  leaseLost(count: number): void;
  /** The service disabled a webhook. */
  disabled(reason: 'gone' | 'failing'): void;
  /** As of now; older figures are not reported. */
  setQueue(queue: QueueFigures): void;
  /** Slots for attempts, by whether their webhooks answer promptly. */
  meterSlots(slots: () => { readonly taken: Figures; readonly total: Figures }): void;
}

interface QueueFigures {
  readonly oldestSeconds: number;
  readonly failing: number;
  readonly acknowledging: number;
}

/** Three counts. */
const STALE_MS = 15_000;

const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15];

export function createWebhookMetrics(registers: Registry[]): WebhookMetrics {
  const attempts = new Counter({
    name: 'anime_catalog_webhook_attempts_total',
    help: 'Attempts at deliveries by result.',
    labelNames: ['result'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'anime_catalog_webhook_attempt_duration_seconds',
    help: 'Time that an attempt took, from the lookup of the name to the end of the answer.',
    buckets: BUCKETS,
    registers,
  });
  const ended = new Counter({
    name: 'anime_catalog_webhook_deliveries_total',
    help: 'Deliveries that ended in this process, by outcome; one that another dispatcher takes over ends there too.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const lost = new Counter({
    name: 'anime_catalog_webhook_claims_lost_total',
    help: 'Attempts that ended after their claim had passed to another dispatcher: their result is not written.',
    registers,
  });
  const disabled = new Counter({
    name: 'anime_catalog_webhooks_disabled_total',
    help: 'Webhooks that this process disabled: their receiver answered 410 (gone), or only failed for days (failing).',
    labelNames: ['reason'] as const,
    registers,
  });
  // Prometheus computes a first increase only if it saw a 0 before.
  attempts.inc({ result: 'delivered' }, 0);
  for (const reason of ['gone', 'failing'] as const) disabled.inc({ reason }, 0);
  const meter = createMeter(registers);
  const known: { queue?: QueueFigures; countedAt: number } = { countedAt: Number.NEGATIVE_INFINITY };
  const queue = () => (performance.now() - known.countedAt > STALE_MS ? undefined : known.queue);
  const told = 'Of the installation, told by each process that sends webhooks:';
  const installation = 'anime_catalog_installation_webhook';
  const oldest = `${told} how long the oldest event, or due retry, waits to be tried; 0 when none does.`;
  meter(Gauge, `${installation}_lag_seconds`, oldest, () => queue()?.oldestSeconds);
  const receivers = `${told} those that acknowledge, and those that have acknowledged nothing for ten minutes.`;
  const states = (): Figures => {
    const figures = queue();
    return figures && { failing: figures.failing, acknowledging: figures.acknowledging };
  };
  meter(Gauge, `${installation}_receivers`, receivers, states, 'state');
  return {
    attempted({ result, outcome, seconds }) {
      attempts.inc({ result });
      duration.observe(seconds);
      if (outcome !== 'retry') ended.inc({ outcome });
    },
    cancelled: (count) => ended.inc({ outcome: 'cancelled' }, count),
    leaseLost: (count) => lost.inc(count),
    disabled: (reason) => disabled.inc({ reason }),
    setQueue(figures) {
      known.queue = figures;
      known.countedAt = performance.now();
    },
    meterSlots(slots) {
      const name = 'anime_catalog_webhook_slots';
      const taken = 'Attempts under way, by whether their webhooks answer promptly.';
      meter(Gauge, `${name}_in_use`, taken, () => slots().taken, 'webhooks');
      meter(Gauge, name, 'Attempts that may be under way at once.', () => slots().total, 'webhooks');
    },
  };
}
