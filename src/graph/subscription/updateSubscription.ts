import type { Database } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { checkEvents, checkName, checkUrl } from './subscriptionInput.ts';
import { changeSubscription, lockSubscription, type SubscriptionNode } from './subscriptionRows.ts';
import { newSecret } from './subscriptionSecret.ts';
import type { WebhookPorts } from './webhookPorts.ts';

interface SubscriptionChange {
  readonly id: string;
  readonly revisions?: readonly number[] | null | undefined;
  readonly name?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly events?: readonly EventKind[] | null | undefined;
}

/** Changes what is given; when that is nothing new, the revision stays. @throws CatalogError invalid_body, unsafe_webhook_url, not_found, conflict */
export async function updateSubscription(
  database: Database,
  { exempt }: WebhookPorts,
  { id, revisions, ...change }: SubscriptionChange,
): Promise<SubscriptionNode> {
  const name = change.name == null ? null : checkName(change.name);
  const url = change.url == null ? null : checkUrl(change.url, exempt);
  const events = change.events == null ? null : checkEvents(change.events);
  return await database.transaction(async (client) => {
    const before = await lockSubscription(client, id, revisions ?? null);
    const now = { name: name ?? before.name, url: url ?? before.url, events: events ?? before.events };
    const isSame = now.name === before.name && now.url === before.url && now.events.join() === before.events.join();
    if (isSame) return before;
    return await changeSubscription(
      client,
      id,
      // What was learned of the receiver before is not this one's.
      Prisma.sql`silent_since = CASE WHEN url = ${now.url} THEN silent_since END,
        name = ${now.name}, url = ${now.url}, events = ${now.events}::event_kind[]`,
    );
  });
}

/** Makes a new secret for attempts that are claimed from now on; what could not be signed with the old one is due. @throws CatalogError not_found */
export async function rotateSecret(
  database: Database,
  { secrets }: WebhookPorts,
  id: string,
): Promise<{ readonly subscription: SubscriptionNode; readonly secret: string }> {
  const { text, stored } = newSecret(secrets, id);
  return await database.transaction(async (client) => {
    await lockSubscription(client, id);
    const subscription = await changeSubscription(client, id, Prisma.sql`secret = ${stored}, needs_rotation = false`);
    await client.$executeRaw`
      UPDATE delivery d SET next_attempt_at = clock_timestamp()
      FROM delivery_attempt a
      WHERE d.subscription_id = ${id}::uuid AND d.status = 'pending' AND d.next_attempt_at > clock_timestamp()
        AND a.delivery_id = d.id AND a.cycle = d.cycle AND a.number = d.attempt + 1 AND a.error = 'unsigned'`;
    return { subscription, secret: text };
  });
}
