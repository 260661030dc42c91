import { CatalogError } from '../model/errors.ts';
import { LONGEST_WEBHOOK_NAME } from '../model/limits.ts';
import { isOneLine } from '../model/values.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { type ExemptTargets, readReceiverUrl } from './receiverUrl.ts';

export const WEBHOOK_NAME_RULE = `must have 1 to ${LONGEST_WEBHOOK_NAME} characters of one line, none of them a control character or bidirectional control.`;

export function isWebhookName(name: string): boolean {
  return name.trim() !== '' && [...name].length <= LONGEST_WEBHOOK_NAME && isOneLine(name);
}

/** @throws CatalogError invalid_body */
export function checkName(name: string): string {
  if (!isWebhookName(name)) throw refusal('name', WEBHOOK_NAME_RULE);
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
