import { v7 as uuidv7 } from 'uuid';
import { lockActiveApplication } from '../application/suspensionReason.ts';
import { CatalogError } from '../model/errors.ts';
import { storedKind } from '../model/eventKinds.ts';
import { LARGEST_WEBHOOKS } from '../model/limits.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { Publications } from '../publication/publications.ts';
import { checkAnimeIds, checkEvents, checkName, checkUrl } from './webhookInput.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { type WebhookNode, webhookNode } from './webhookRows.ts';
import { newSecret } from './webhookSecret.ts';

interface NewWebhook {
  readonly applicationId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  /** Null or absent: all. */
  readonly animeIds?: readonly string[] | null | undefined;
}

/**
 * Creates a webhook, in turn with publications: it is sent exactly the events that commit after it.
 * @throws CatalogError invalid_body, unsafe_webhook_url, not_found for the application, conflict when it has too many
 */
export async function createWebhook(
  publications: Publications,
  { secrets, exempt }: WebhookPorts,
  input: NewWebhook,
): Promise<{ readonly webhook: WebhookNode; readonly secret: string }> {
  const [name, url, events] = [checkName(input.name), checkUrl(input.url, exempt), checkEvents(input.events)];
  const { applicationId } = input;
  return await publications.transaction(async ({ client, position }) => {
    await lockActiveApplication(client, applicationId);
    const count = await client.webhook.count({ where: { applicationId, status: { not: 'deleted' } } });
    if (count >= LARGEST_WEBHOOKS) {
      throw new CatalogError('conflict', `The application has ${LARGEST_WEBHOOKS} webhooks: delete one first.`);
    }
    const id = uuidv7();
    const { text, stored } = newSecret(secrets, id);
    const row = {
      id,
      applicationId,
      name,
      url,
      events: events.map(storedKind),
      animeIds: [...(await checkAnimeIds(client, input.animeIds ?? null))],
      secret: stored,
      startPosition: position,
    };
    return { webhook: webhookNode(await client.webhook.create({ data: row, omit: { secret: true } })), secret: text };
  });
}
