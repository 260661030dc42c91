import { isIP } from 'node:net';
import type { z } from 'zod';
import { variable, wholeNumber } from './variable.ts';

/** The settings of webhook deliveries. */
export interface WebhookConfiguration {
  /** Attempts in flight in this process. */
  readonly concurrency: number;
  /** Receivers, as `host:port`, that may have private addresses; empty in production. */
  readonly allowTargets: ReadonlySet<string>;
}

const targets = variable<ReadonlySet<string>>({
  rule: 'a comma list of host:port such as localhost:8443,[::1]:9000',
  read: (text) => {
    const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
    return entries.every(isTarget) ? new Set(entries) : undefined;
  },
});

function isTarget(text: string): boolean {
  const [, name, address, port] = /^(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\]):(\d{1,5})$/.exec(text) ?? [];
  const isHost = name !== undefined || isIP(address ?? '') === 6;
  return isHost && Number(port) >= 1 && Number(port) <= 65_535;
}

/** The variables about webhooks. */
export const webhookVariables = {
  WEBHOOK_CONCURRENCY: wholeNumber(1, 1_000).default(64),
  WEBHOOK_ALLOW_TARGETS: targets.optional(),
} as const;

export function webhookConfiguration({
  WEBHOOK_CONCURRENCY,
  WEBHOOK_ALLOW_TARGETS,
}: z.output<z.ZodObject<typeof webhookVariables>>): WebhookConfiguration {
  return {
    concurrency: WEBHOOK_CONCURRENCY,
    allowTargets: WEBHOOK_ALLOW_TARGETS ?? new Set(),
  };
}
