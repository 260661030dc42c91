import { v7 as uuidv7 } from 'uuid';
import { Prisma } from '../../database/generated/client.ts';
import { restReasonText } from '../application/restReason.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_SUBSCRIPTIONS } from '../model/limits.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { Publications } from '../publication/publications.ts';
import { checkEvents, checkName, checkUrl } from './subscriptionInput.ts';
import { type SubscriptionNode, selectSubscriptions } from './subscriptionRows.ts';
import { newSecret } from './subscriptionSecret.ts';
import type { WebhookPorts } from './webhookPorts.ts';

interface NewSubscription {
  readonly applicationId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventKind[];
}

/**
 * Subscribes an application. It takes its turn among publications, so that it is sent exactly what commits after it.
 * @throws CatalogError invalid_body, unsafe_webhook_url, not_found for the application, conflict when it has too many
 */
export async function createSubscription(
  publications: Publications,
  { secrets, exempt }: WebhookPorts,
  input: NewSubscription,
): Promise<{ readonly subscription: SubscriptionNode; readonly secret: string }> {
  const [name, url, events] = [checkName(input.name), checkUrl(input.url, exempt), checkEvents(input.events)];
  const { applicationId } = input;
  return await publications.transaction(async ({ client, position }) => {
    const [application] = await client.$queryRaw<{ readonly reason: string | null }[]>`
      SELECT application_rest_reason(a) AS reason FROM application a
      WHERE a.id = ${applicationId}::uuid AND a.deleted_at IS NULL FOR NO KEY UPDATE`;
    if (application === undefined) {
      throw new CatalogError('not_found', `There is no application ${applicationId}.`, { parameter: 'applicationId' });
    }
    const rests = restReasonText(application.reason);
    if (rests !== null) throw new CatalogError('conflict', rests);
    const ofApplication = Prisma.sql`application_id = ${applicationId}::uuid`;
    if ((await selectSubscriptions(client, ofApplication, LARGEST_SUBSCRIPTIONS)).length === LARGEST_SUBSCRIPTIONS) {
      throw new CatalogError(
        'conflict',
        `The application has ${LARGEST_SUBSCRIPTIONS} subscriptions: delete one first.`,
      );
    }
    const id = uuidv7();
    const { text, stored } = newSecret(secrets, id);
    await client.$executeRaw`
      INSERT INTO subscription (id, application_id, name, url, events, secret, start_position)
      VALUES (${id}::uuid, ${applicationId}::uuid, ${name}, ${url}, ${events}::event_kind[], ${stored}, ${position})`;
    const [subscription] = await selectSubscriptions(client, Prisma.sql`id = ${id}::uuid`, 1);
    if (subscription === undefined) throw new Error(`subscription ${id} was written and is not there`);
    return { subscription, secret: text };
  });
}
