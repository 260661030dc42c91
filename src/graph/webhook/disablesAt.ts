import { FAILING_WEBHOOK } from '../model/limits.ts';
import type { WebhookNode } from './webhookRows.ts';

const HOUR_MS = 3_600_000;

/**
 * The earliest time at which the service disables a webhook of which every delivery fails; null before its owner is
 * warned.
 */
export function disablesAt({ status, failingSince }: WebhookNode, now: Date): string | null {
  if (status !== 'enabled' || failingSince === null) return null;
  const since = Date.parse(failingSince);
  if (now.getTime() < since + FAILING_WEBHOOK.warnedAfterHours * HOUR_MS) return null;
  return new Date(since + FAILING_WEBHOOK.disabledAfterHours * HOUR_MS).toISOString();
}
