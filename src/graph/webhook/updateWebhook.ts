import type { Database } from '../../database/database.ts';
import { storedKind } from '../model/eventKinds.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { makeDue } from './deliverySignal.ts';
import { checkEvents, checkName, checkUrl } from './webhookInput.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { changeWebhook, lockWebhook, type WebhookNode } from './webhookRows.ts';
import { newSecret } from './webhookSecret.ts';

interface WebhookChange {
  readonly id: string;
  readonly revisions?: readonly number[] | null | undefined;
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly events?: readonly EventKind[] | null | undefined;
}

/**
 * Changes what is given; when that is nothing new, the revision stays.
 * @throws CatalogError invalid_body, unsafe_webhook_url, not_found, conflict
 */
export async function updateWebhook(
  database: Database,
  { exempt }: WebhookPorts,
  { id, revisions, ...change }: WebhookChange,
): Promise<WebhookNode> {
  const name = change.name == null ? null : checkName(change.name);
  const url = change.url == null ? null : checkUrl(change.url, exempt);
  const events = change.events == null ? null : checkEvents(change.events);
  return await database.transaction(async (client) => {
    const before = await lockWebhook(client, id, revisions ?? null);
    const now = { name: name ?? before.name, url: url ?? before.url, events: events ?? before.events };
    const isSame = now.name === before.name && now.url === before.url && now.events.join() === before.events.join();
    if (isSame) return before;
    return await changeWebhook(client, id, { ...now, events: now.events.map(storedKind) });
  });
}

/**
 * Makes a new secret for attempts that begin from now on; what could not be signed with the old one is due.
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
    await client.$executeRaw`
      UPDATE delivery d SET next_attempt_at = clock_timestamp()
      WHERE d.subscription_id = ${id}::uuid AND d.status = 'pending' AND d.next_attempt_at > clock_timestamp()
        AND (d.cycle + d.attempt = 0 AND d.first_error = 'unsigned' OR EXISTS (
          SELECT FROM delivery_attempt a
          WHERE a.delivery_id = d.id AND a.cycle = d.cycle AND a.number = d.attempt + 1 AND a.error = 'unsigned'
        ))`;
    await makeDue(database, client, id);
    return { webhook, secret: text };
  });
}
