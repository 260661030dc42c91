import { Prisma } from '../../database/generated/client.ts';
import { requireApplicationOwner, requireOwnerOf, requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { createSubscription } from './createSubscription.ts';
import { attemptNode, findDelivery } from './deliveryRows.ts';
import { listDeliveries } from './listDeliveries.ts';
import { listSubscriptions } from './listSubscriptions.ts';
import { pingSubscription } from './pingSubscription.ts';
import { retryDelivery, retryFailedDeliveries } from './retryDeliveries.ts';
import { selectSubscriptions } from './subscriptionRows.ts';
import { deleteSubscription, disableSubscription, enableSubscription } from './subscriptionState.ts';
import { rotateSecret, updateSubscription } from './updateSubscription.ts';
import type { WebhookPorts } from './webhookPorts.ts';

export const subscriptionResolvers: Resolvers = {
  Query: {
    subscription: async (_root, { applicationId, id }, context) => {
      await requireApplicationOwner(context, applicationId);
      const condition = Prisma.sql`id = ${id}::uuid AND application_id = ${applicationId}::uuid`;
      const [subscription] = await selectSubscriptions(context.database.client, condition, 1);
      return subscription ?? null;
    },
    subscriptions: async (_root, page, context) => {
      await requireApplicationOwner(context, page.applicationId);
      return listSubscriptions(context.database.client, page);
    },
    deliveries: async (_root, page, context) => {
      if (page.subscriptionId == null) requireTool(context.viewer);
      else await requireOwnerOf(context, 'subscription', page.subscriptionId);
      return listDeliveries(context.database.client, page);
    },
    delivery: async (_root, { id }, context) => {
      await requireOwnerOf(context, 'delivery', id);
      return findDelivery(context.database.client, id);
    },
  },
  // Who reads them has been let in to the subscription.
  WebhookSubscription: {
    deliveries: ({ id }, page, { database }) => listDeliveries(database.client, { ...page, subscriptionId: id }),
    delivery: async (subscription, { id }, { database }) => {
      const delivery = await findDelivery(database.client, id);
      return delivery?.subscriptionId === subscription.id ? delivery : null;
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
    createSubscription: async (_root, { input }, context) => {
      await requireApplicationOwner(context, input.applicationId);
      return createSubscription(context.publications, portsOf(context), input);
    },
    updateSubscription: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      return { subscription: await updateSubscription(context.database, portsOf(context), input) };
    },
    deleteSubscription: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      await deleteSubscription(context.publications, input.id, input.revisions ?? null);
      return { id: input.id };
    },
    enableSubscription: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      return { subscription: await enableSubscription(context.database, context.publications, input.id) };
    },
    disableSubscription: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      return { subscription: await disableSubscription(context.publications, input.id, null) };
    },
    rotateSubscriptionSecret: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      return rotateSecret(context.database, portsOf(context), input.id);
    },
    pingSubscription: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.id);
      return { delivery: await pingSubscription(context.database, portsOf(context), input.id, context.now()) };
    },
    retryDelivery: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'delivery', input.id);
      return { delivery: await retryDelivery(context.database, portsOf(context), input.id) };
    },
    retryFailedDeliveries: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'subscription', input.subscriptionId);
      return retryFailedDeliveries(context.database, portsOf(context), input.subscriptionId, new Date(input.since));
    },
  },
};

function portsOf({ webhooks }: { readonly webhooks: WebhookPorts | null }): WebhookPorts {
  if (webhooks !== null) return webhooks;
  throw new CatalogError('service_unavailable', 'This process has no SECRETS_KEY, which subscriptions need.');
}
