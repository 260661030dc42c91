/** The state of a webhook: a sign, which no colour replaces, and words. */
export function webhookState(status: string): string {
  return status === 'enabled' ? '● enabled' : '✕ disabled';
}

const DELIVERY_STATES: Readonly<Record<string, string>> = {
  delivered: '● delivered',
  pending: '◐ waiting',
  delivering: '◐ under way',
  failed: '▲ failed',
  cancelled: '✕ cancelled',
};

/** The state of a delivery, in the same way. */
export function deliveryState(status: string): string {
  return DELIVERY_STATES[status] ?? status;
}

/** Whether a delivery has not ended. */
export function isWaiting(status: string): boolean {
  return status === 'pending' || status === 'delivering';
}
