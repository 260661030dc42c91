import { Prisma } from '../../database/generated/client.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { createSubscription } from './createSubscription.ts';
import { attemptNode, deliveryNode, listDeliveries } from './deliveryRows.ts';
import { listSubscriptions } from './listSubscriptions.ts';
import { pingSubscription } from './pingSubscription.ts';
import { retryDelivery, retryFailedDeliveries } from './retryDeliveries.ts';
import { selectSubscriptions } from './subscriptionRows.ts';
import { deleteSubscription, disableSubscription, enableSubscription } from './subscriptionState.ts';
import { rotateSecret, updateSubscription } from './updateSubscription.ts';
import type { WebhookPorts } from './webhookPorts.ts';

export const subscriptionResolvers: Resolvers = {
  Query: {
    subscription: async (_root, { applicationId, id }, { database }) => {
      const condition = Prisma.sql`id = ${id}::uuid AND application_id = ${applicationId}::uuid`;
      const [subscription] = await selectSubscriptions(database.client, condition, 1);
      return subscription ?? null;
    },
    subscriptions: (_root, page, { database }) => listSubscriptions(database.client, page),
    deliveries: (_root, page, { database }) => listDeliveries(database.client, page),
    delivery: async (_root, { id, subscriptionId }, { database }) => {
      const delivery = await database.client.delivery.findUnique({ where: { id } });
      if (delivery === null || (subscriptionId != null && delivery.subscriptionId !== subscriptionId)) return null;
      return deliveryNode(delivery);
    },
  },
  Delivery: {
    attempts: async ({ id }, _arguments, { database }) => {
      const attempts = await database.client.deliveryAttempt.findMany({
        where: { deliveryId: id },
        orderBy: [{ cycle: 'asc' }, { number: 'asc' }],
      });
      return attempts.map(attemptNode);
    },
  },
  Mutation: {
    createSubscription: (_root, { input }, { publications, webhooks }) =>
      createSubscription(publications, portsOf(webhooks), input),
    updateSubscription: async (_root, { input }, { database, webhooks }) => ({
      subscription: await updateSubscription(database, portsOf(webhooks), input),
    }),
    deleteSubscription: async (_root, { input }, { publications }) => {
      await deleteSubscription(publications, input.id, input.revisions ?? null);
      return { id: input.id };
    },
    enableSubscription: async (_root, { input }, { publications }) => ({
      subscription: await enableSubscription(publications, input.id),
    }),
    disableSubscription: async (_root, { input }, { publications }) => ({
      subscription: await disableSubscription(publications, input.id, null),
    }),
    rotateSubscriptionSecret: (_root, { input }, { database, webhooks }) =>
      rotateSecret(database, portsOf(webhooks), input.id),
    pingSubscription: async (_root, { input }, { database, webhooks, now }) => ({
      delivery: await pingSubscription(database, portsOf(webhooks), input.id, now()),
    }),
    retryDelivery: async (_root, { input }, { database, webhooks }) => ({
      delivery: await retryDelivery(database, portsOf(webhooks), input.id),
    }),
    retryFailedDeliveries: (_root, { input }, { database, webhooks }) =>
      retryFailedDeliveries(database, portsOf(webhooks), input.subscriptionId, new Date(input.since)),
  },
};

function portsOf(webhooks: WebhookPorts | undefined): WebhookPorts {
  if (webhooks !== undefined) return webhooks;
  throw new CatalogError('service_unavailable', 'This process has no SECRETS_KEY, which subscriptions need.');
}
