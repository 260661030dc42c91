import type { TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_ANIME_LIST, LONGEST_WEBHOOK_NAME } from '../model/limits.ts';
import { isOneLine, isVisible } from '../model/values.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { type ExemptTargets, readReceiverUrl } from './receiverUrl.ts';

export const WEBHOOK_NAME_RULE = `must have 1 to ${LONGEST_WEBHOOK_NAME} characters of one line, none of them a control character or bidirectional control, and one of them visible.`;

export function isWebhookName(name: string): boolean {
  return isVisible(name) && [...name].length <= LONGEST_WEBHOOK_NAME && isOneLine(name);
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

/**
 * Checks the anime that a webhook lists; merged ones are allowed.
 * @param ids null: all anime, which is stored as none
 * @throws CatalogError invalid_body, which names the place of an unknown id
 */
export async function checkAnimeIds(
  client: TransactionClient,
  ids: readonly string[] | null,
): Promise<readonly string[]> {
  if (ids === null) return [];
  if (ids.length === 0) throw refusal('animeIds', 'at least one anime is expected, or null for all.');
  if (ids.length > LARGEST_ANIME_LIST) throw refusal('animeIds', `at most ${LARGEST_ANIME_LIST} anime are expected.`);
  if (new Set(ids).size < ids.length) throw refusal('animeIds', 'each anime is expected once.');
  const found = await client.anime.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown === -1) return ids;
  throw refusal(`animeIds.${unknown}`, `there is no anime ${ids[unknown]}.`);
}

/** @returns the URL as it is stored. @throws CatalogError unsafe_webhook_url */
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
