import { hash } from 'node:crypto';
import { requireApplicationOwner, requireOwnerOf, requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import { LARGEST_FAILING } from '../model/limits.ts';
import { readPage } from '../reading/keyset.ts';
import { createWebhook } from './createWebhook.ts';
import { deliveryHeaders } from './deliveryHeaders.ts';
import { attemptNode, attemptsOfDelivery, bodyOfDelivery, deliveryLoader, headerNodes } from './deliveryRows.ts';
import { disablesAt } from './disablesAt.ts';
import { listDeliveries } from './listDeliveries.ts';
import { pingWebhook } from './pingWebhook.ts';
import { retryDelivery, retryFailedDeliveries } from './retryDeliveries.ts';
import { testWebhook } from './testWebhook.ts';
import { rotateSecret, updateWebhook } from './updateWebhook.ts';
import { backlogOfWebhook, countWaiting } from './webhookBacklog.ts';
import { answerTimes, webhookHours } from './webhookHours.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { findFailing, findWebhooks } from './webhookRows.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhookState.ts';

const NEWEST_FIRST = { kind: 'subscription.id', columns: [{ field: 'id', type: 'uuid', direction: 'desc' }] } as const;

export const webhookResolvers: Resolvers = {
  Query: {
    webhook: async (_root, { applicationId, id }, context) => {
      await requireApplicationOwner(context, applicationId);
      const [webhook] = await findWebhooks(context.database.client, { id, applicationId }, 1);
      return webhook ?? null;
    },
    webhooks: async (_root, { applicationId, ...page }, context) => {
      await requireApplicationOwner(context, applicationId);
      const { client } = context.database;
      if ((await client.application.count({ where: { id: applicationId, deletedAt: null } })) === 0) return null;
      return readPage(NEWEST_FIRST, page, ({ where, take }) => findWebhooks(client, { ...where, applicationId }, take));
    },
    webhookQueue: async (_root, _arguments, { database: { client }, viewer }) => {
      requireTool(viewer);
      const [waiting, failing] = [await countWaiting(client), await findFailing(client, LARGEST_FAILING)];
      return { waiting, failing };
    },
    deliveries: async (_root, page, context) => {
      const { webhookId: id } = page;
      if (id == null) requireTool(context.viewer);
      else await requireOwnerOf(context, 'webhook', id);
      if (id != null && (await context.database.client.webhook.count({ where: { id } })) === 0) return null;
      return listDeliveries(context.loaders, page);
    },
    delivery: async (_root, { id }, context) => {
      const delivery = await context.loaders.of(deliveryLoader).load(id);
      if (delivery !== null) await requireOwnerOf(context, 'webhook', delivery.webhookId);
      return delivery;
    },
  },
  // Access was checked when the webhook was read.
  Webhook: {
    position: async ({ id }, _arguments, { loaders }) => (await loaders.of(backlogOfWebhook).load(id)).position,
    waiting: async ({ id }, _arguments, { loaders }) => (await loaders.of(backlogOfWebhook).load(id)).waiting,
    lastSuccessAt: async ({ id }, _arguments, { loaders }) =>
      (await loaders.of(backlogOfWebhook).load(id)).lastSuccessAt?.toISOString() ?? null,
    hours: async ({ id }, _arguments, { loaders }) =>
      (await loaders.of(webhookHours).load(id)).flatMap((row) =>
        row.hour === null ? [] : [{ ...row, hour: row.hour.toISOString(), answerTimes: answerTimes(row) }],
      ),
    answerTimes: async ({ id }, _arguments, { loaders }) =>
      answerTimes((await loaders.of(webhookHours).load(id)).find(({ hour }) => hour === null)),
    disablesAt: (webhook, _arguments, context) => disablesAt(webhook, context.now()),
    version: async (webhook, _arguments, { loaders, now }) => {
      const state = [
        await loaders.of(backlogOfWebhook).load(webhook.id),
        webhook.failingSince,
        disablesAt(webhook, now()),
      ];
      return `${webhook.revision}-${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 11)}`;
    },
    deliveries: ({ id }, page, { loaders }) => listDeliveries(loaders, { ...page, webhookId: id }),
    delivery: async (webhook, { id }, { loaders }) => {
      const delivery = await loaders.of(deliveryLoader).load(id);
      return delivery?.webhookId === webhook.id ? delivery : null;
    },
  },
  Delivery: {
    request: (delivery) => delivery,
    attempts: async ({ id }, _arguments, { loaders }) =>
      (await loaders.of(attemptsOfDelivery).load(id)).map(attemptNode),
  },
  DeliveryRequest: {
    headers: (delivery) => headerNodes(deliveryHeaders(delivery)),
    body: ({ id, eventId }, _arguments, { loaders }) => loaders.of(bodyOfDelivery).load({ id, eventId }),
  },
  Mutation: {
    createWebhook: async (_root, { input }, context) => {
      await requireApplicationOwner(context, input.applicationId);
      return createWebhook(context.publications, portsOf(context), input);
    },
    updateWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return { webhook: await updateWebhook(context.database, portsOf(context), input) };
    },
    deleteWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      await deleteWebhook(context.publications, input.id, input.revisions ?? null);
      return { id: input.id };
    },
    enableWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return { webhook: await enableWebhook(context.publications, input.id) };
    },
    disableWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return { webhook: await disableWebhook(context.publications, input.id, null) };
    },
    rotateWebhookSecret: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return rotateSecret(context.database, portsOf(context), input.id);
    },
    pingWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return { delivery: await pingWebhook(context.database, portsOf(context), input.id, context.now()) };
    },
    testWebhook: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.id);
      return { delivery: await testWebhook(context.database, portsOf(context), input, context.now()) };
    },
    retryDelivery: async (_root, { input }, context) => {
      const delivery = await context.loaders.of(deliveryLoader).load(input.id);
      if (delivery === null) throw notFound('delivery', input.id);
      await requireOwnerOf(context, 'webhook', delivery.webhookId);
      return { delivery: await retryDelivery(context.database, portsOf(context), input.id) };
    },
    retryFailedDeliveries: async (_root, { input }, context) => {
      await requireOwnerOf(context, 'webhook', input.webhookId);
      return retryFailedDeliveries(context.database, portsOf(context), input.webhookId, new Date(input.since));
    },
  },
};

function portsOf({ webhooks }: { readonly webhooks: WebhookPorts | null }): WebhookPorts {
  if (webhooks !== null) return webhooks;
  throw new CatalogError('service_unavailable', 'This process has no SECRETS_KEY, which webhooks need.');
}
