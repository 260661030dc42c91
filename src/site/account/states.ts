interface WebhookHealth {
  readonly status: string;
  readonly failingSince: string | null;
  /** Oldest first. */
  readonly hours: readonly { readonly delivered: number; readonly retried: number; readonly failed: number }[];
}

/** The state of a webhook: a sign, which no colour replaces, and words; trouble shows before a delivery is given up. */
export function webhookState({ status, failingSince, hours }: WebhookHealth): string {
  if (status !== 'enabled') return '✕ disabled';
  if (failingSince !== null) return '▲ fails';
  const latest = hours.at(-1);
  return latest !== undefined && latest.delivered === 0 && latest.retried > 0 ? '▲ fails, is retried' : '● enabled';
}

const DELIVERY_STATES: Readonly<Record<string, string>> = {
  delivered: '● delivered',
  pending: '◐ waiting',
  failed: '▲ failed',
  cancelled: '✕ cancelled',
};

/** The state of a delivery, in the same way. */
export function deliveryState(status: string): string {
  return DELIVERY_STATES[status] ?? status;
}
