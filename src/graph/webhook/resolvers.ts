import { hash } from 'node:crypto';
import { applicationLoader } from '../application/applicationNode.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_FAILING } from '../model/limits.ts';
import { existing } from '../reading/entityFields.ts';
import { readPage } from '../reading/keyset.ts';
import { createWebhook } from './createWebhook.ts';
import { deliveryHeaders } from './deliveryHeaders.ts';
import { attemptNode, attemptsOfDelivery, bodyOfDelivery, deliveryLoader, headerNodes } from './deliveryRows.ts';
import { listDeliveries } from './listDeliveries.ts';
import { retryDelivery, retryFailedDeliveries } from './retryDeliveries.ts';
import { pingWebhook, testWebhook } from './sendTest.ts';
import { rotateSecret, updateWebhook } from './updateWebhook.ts';
import { answerTimes, backlogOfWebhook, countWaiting, webhookHours } from './webhookFigures.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { disablesAt, findFailing, findWebhooks, webhookLoader } from './webhookRows.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhookState.ts';

const NEWEST_FIRST = { kind: 'webhook.id', columns: [{ field: 'id', type: 'uuid', direction: 'desc' }] } as const;

export const webhookResolvers: Resolvers = {
  Query: {
    webhook: async (_root, { applicationId, id }, { database: { client } }) =>
      (await findWebhooks(client, { id, applicationId }, 1))[0] ?? null,
    webhooks: async (_root, { applicationId, ...page }, { database: { client } }) => {
      if ((await client.application.count({ where: { id: applicationId, deletedAt: null } })) === 0) return null;
      return readPage(NEWEST_FIRST, page, ({ where, take }) => findWebhooks(client, { ...where, applicationId }, take));
    },
    webhookQueue: async (_root, _arguments, context) => ({
      waiting: await countWaiting(context),
      failing: await findFailing(context.database.client, LARGEST_FAILING),
    }),
    deliveries: async (_root, page, { database: { client }, loaders }) => {
      const { webhookId: id } = page;
      if (id != null && (await client.webhook.count({ where: { id } })) === 0) return null;
      return listDeliveries(loaders, page);
    },
    delivery: (_root, { id }, { loaders }) => loaders.of(deliveryLoader).load(id),
  },
  Webhook: {
    application: async ({ applicationId }, _arguments, { loaders }) =>
      existing(await loaders.of(applicationLoader).load(applicationId), `application ${applicationId}`),
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
    webhook: ({ webhookId }, _arguments, { loaders }) => loaders.of(webhookLoader).load(webhookId),
    request: (delivery) => delivery,
    attempts: async ({ id }, _arguments, { loaders }) =>
      (await loaders.of(attemptsOfDelivery).load(id)).map(attemptNode),
  },
  DeliveryRequest: {
    headers: (delivery) => headerNodes(deliveryHeaders(delivery)),
    body: ({ id, eventId }, _arguments, { loaders }) => loaders.of(bodyOfDelivery).load({ id, eventId }),
  },
  Mutation: {
    createWebhook: async (_root, { input }, context) => createWebhook(context.publications, portsOf(context), input),
    updateWebhook: async (_root, { input }, context) => ({
      webhook: await updateWebhook(context.database, portsOf(context), input),
    }),
    deleteWebhook: async (_root, { input }, context) => {
      await deleteWebhook(context.publications, input.id, input.revisions ?? null);
      return { id: input.id };
    },
    enableWebhook: async (_root, { input }, { publications }) => ({
      webhook: await enableWebhook(publications, input.id),
    }),
    disableWebhook: async (_root, { input }, { publications }) => ({
      webhook: await disableWebhook(publications, input.id, null),
    }),
    rotateWebhookSecret: async (_root, { input }, context) =>
      rotateSecret(context.database, portsOf(context), input.id),
    pingWebhook: async (_root, { input }, context) => ({
      delivery: await pingWebhook(context.database, portsOf(context), input.id, context.now()),
    }),
    testWebhook: async (_root, { input }, context) => ({
      delivery: await testWebhook(context.database, portsOf(context), input, context.now()),
    }),
    retryDelivery: async (_root, { input }, context) => ({
      delivery: await retryDelivery(context.database, portsOf(context), input.id),
    }),
    retryFailedDeliveries: async (_root, { input }, context) =>
      retryFailedDeliveries(context.database, portsOf(context), input.webhookId, new Date(input.since)),
  },
};

function portsOf({ webhooks }: { readonly webhooks: WebhookPorts | null }): WebhookPorts {
  if (webhooks !== null) return webhooks;
  throw new CatalogError('service_unavailable', 'This process has no SECRETS_KEY, which webhooks need.');
}
