import type { Database } from '../../database/database.ts';
import { lockRow } from '../../database/lockRow.ts';
import { storedKind } from '../model/eventKinds.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { notifyDelivery } from './deliverySignal.ts';
import { checkAnimeIds, checkEvents, checkName, checkUrl } from './webhookInput.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { changeWebhook, lockWebhook, type WebhookNode } from './webhookRows.ts';
import { newSecret } from './webhookSecret.ts';

interface WebhookChange {
  readonly id: string;
  readonly revisions?: readonly number[] | null | undefined;
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly events?: readonly EventKind[] | null | undefined;
  /** Null: all; absent: as before. */
  readonly animeIds?: readonly string[] | null | undefined;
}

/**
 * Changes the given members; the revision stays when none of them differs.
 * @throws CatalogError invalid_body, unsafe_webhook_url, not_found, conflict
 */
export async function updateWebhook(
  database: Database,
  { exempt }: WebhookPorts,
  { id, revisions, ...change }: WebhookChange,
): Promise<WebhookNode> {
  const given = {
    ...(change.name != null && { name: checkName(change.name) }),
    ...(change.url != null && { url: checkUrl(change.url, exempt) }),
    ...(change.events != null && { events: checkEvents(change.events) }),
  };
  return await database.transaction(async (client) => {
    // Taken before the webhook's lock, as publications do: a merge and a list with the merged anime see each other.
    if (change.animeIds !== undefined) await lockRow(client, 'publications', '1');
    const before = await lockWebhook(client, id, revisions ?? null);
    const listed = change.animeIds === undefined ? {} : { animeIds: await checkAnimeIds(client, change.animeIds) };
    const { name, url, events, animeIds } = before;
    const had = { name, url, events, animeIds: animeIds ?? [] };
    const now = { ...had, ...given, ...listed };
    if (JSON.stringify(now) === JSON.stringify(had)) return before;
    return await changeWebhook(client, id, { ...now, events: now.events.map(storedKind), animeIds: [...now.animeIds] });
  });
}

/**
 * Creates a new secret, which attempts from now on use; a trigger (webhook_keep_position) makes due the deliveries
 * that could not be signed with the old one.
 * @throws CatalogError not_found
 */
export async function rotateSecret(
  database: Database,
  { secrets }: WebhookPorts,
  id: string,
): Promise<{ readonly webhook: WebhookNode; readonly secret: string }> {
  const { text, stored } = newSecret(secrets, id);
  return await database.transaction(async (client) => {
    await lockWebhook(client, id);
    const webhook = await changeWebhook(client, id, { secret: stored, needsRotation: false });
    await notifyDelivery(database, client);
    return { webhook, secret: text };
  });
}
