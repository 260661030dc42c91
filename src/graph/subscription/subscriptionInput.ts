import { CatalogError } from '../model/errors.ts';
import { LONGEST_SUBSCRIPTION_NAME } from '../model/limits.ts';
import { isOneLine } from '../model/values.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { type ExemptTargets, readReceiverUrl } from './receiverUrl.ts';

/** @throws CatalogError invalid_body */
export function checkName(name: string): string {
  const length = [...name].length;
  if (name.trim() === '' || length > LONGEST_SUBSCRIPTION_NAME || !isOneLine(name)) {
    throw refusal(
      'name',
      `1 to ${LONGEST_SUBSCRIPTION_NAME} characters of one line without control characters and bidirectional controls are expected.`,
    );
  }
  return name;
}

/** @throws CatalogError invalid_body */
export function checkEvents(events: readonly EventKind[]): readonly EventKind[] {
  if (events.length === 0) throw refusal('events', 'at least one kind of event is expected.');
  if (new Set(events).size < events.length) throw refusal('events', 'each kind is expected once.');
  return events;
}

/** @returns the URL as it is kept. @throws CatalogError unsafe_webhook_url */
export function checkUrl(url: string, exempt: ExemptTargets): string {
  const receiver = readReceiverUrl(url, exempt);
  if ('fault' in receiver) {
    throw new CatalogError('unsafe_webhook_url', `url: ${receiver.fault}`, { parameter: 'url' });
  }
  return receiver.href;
}

function refusal(parameter: string, rule: string): CatalogError {
  return new CatalogError('invalid_body', `${parameter}: ${rule}`, { parameter });
}
