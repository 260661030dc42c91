import { z } from 'zod';
import { DELIVERY_KINDS, DELIVERY_STATUSES, EVENT_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { mapped } from '../endpoint/answering.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { choiceParameter, instantParameter, uuidParameter } from '../parameters/kinds.ts';
import { optional } from '../parameters/parameter.ts';
import {
  deliveryDetailFields,
  deliveryDetailResource,
  deliveryDetailSchema,
  deliveryFields,
  deliveryResource,
  deliverySchema,
} from './deliveryResource.ts';
import {
  deliveriesPath,
  deliveryExists,
  deliveryParameters,
  deliveryPath,
  webhookAction,
  webhookParameters,
  webhookPath,
} from './webhookPaths.ts';

const waiting = {
  status: 202,
  description: 'The delivery that waits for its attempt.',
  schema: deliverySchema,
} as const;

export const pingWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/ping`,
  operationId: 'PingWebhook',
  summary: 'Test the receiver',
  description:
    'Sends one signed message of kind `ping`, whose data is the identifier of the webhook, the same way as events. It is logged and never retried. 409 when the webhook is disabled, and after 10 tests within a minute.',
  operation: graphql(
    'mutation PingWebhook($input: WebhookInput!) { pingWebhook(input: $input) { delivery { ...DeliveryFields } } }',
    [deliveryFields],
  ),
  response: waiting,
  outcome: ({ pingWebhook: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});

export const testWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/test`,
  operationId: 'TestWebhook',
  summary: 'Send a recent event as a test',
  description:
    "Sends the newest event of a kind once more, byte for byte, with the header `Service-Test: true`. The body has that event's own `id`, so a receiver tells a test by the header, before it deduplicates. The kind need not be one that the webhook is sent. It is logged, never retried, and counts as a ping: 409 after 10 within a minute, when the webhook is disabled, and when no event of the kind was published yet.",
  parameters: {
    ...webhookParameters,
    kind: choiceParameter({ description: 'The kind of event.', choices: EVENT_KINDS }),
  },
  operation: graphql(
    'mutation TestWebhook($input: TestWebhookInput!) { testWebhook(input: $input) { delivery { ...DeliveryFields } } }',
    [deliveryFields],
  ),
  variables: ({ parameters: { id, kind } }) => ({ input: { id, kind } }),
  response: waiting,
  outcome: ({ testWebhook: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});

export const listDeliveries = pageEndpoint({
  path: deliveriesPath,
  operationId: 'ListDeliveries',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'List deliveries',
  description:
    'The deliveries of a webhook, newest first, each from its first attempt on. Those that ended are kept for a time, 30 days unless the operator says otherwise.',
  parameters: {
    ...webhookParameters,
    status: optional(choiceParameter({ description: 'In this state alone.', choices: DELIVERY_STATUSES })),
    kind: optional(choiceParameter({ description: 'Of this kind alone.', choices: DELIVERY_KINDS })),
    event: optional(uuidParameter({ description: 'Of this event alone: the `id` in the payload.' })),
    since: optional(instantParameter({ description: 'Whose `createdAt` is this instant or later.' })),
  },
  page: { unchanged: 'The filters must be unchanged.' },
  operation: graphql(
    `
    query ListDeliveriesOfWebhook(
      $applicationId: UUID!, $id: UUID!, $status: DeliveryStatus, $kind: DeliveryKind, $event: UUID, $since: DateTime,
      $first: Int!, $after: String
    ) {
      webhook(applicationId: $applicationId, id: $id) {
        deliveries(status: $status, kind: $kind, event: $event, since: $since, first: $first, after: $after) {
          nodes { ...DeliveryFields }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  `,
    [deliveryFields],
  ),
  variables: ({ applicationId, id, status = null, kind = null, event = null, since = null }, page) => ({
    applicationId,
    id,
    status,
    kind,
    event,
    since,
    ...page,
  }),
  list: ({ webhook }) => webhook?.deliveries ?? null,
  response: { id: 'WebhookDeliveryPage', description: 'A page of deliveries.' },
  item: mapped(deliverySchema, deliveryResource),
});

export const getDelivery = resourceEndpoint({
  path: deliveryPath,
  operationId: 'GetDelivery',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'Read a delivery',
  description:
    'The delivery with what it sends, byte for byte, and every attempt that has ended: when, how long, what the receiver answered. The signature is left out.',
  parameters: deliveryParameters,
  operation: graphql(
    `
    query GetDelivery($applicationId: UUID!, $id: UUID!, $deliveryId: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { delivery(id: $deliveryId) { ...DeliveryDetailFields version } }
    }
  `,
    [deliveryDetailFields],
  ),
  variables: ({ applicationId, id, deliveryId }) => ({ applicationId, id, deliveryId }),
  node: ({ webhook }) => webhook?.delivery ?? null,
  response: { description: 'The delivery.' },
  resource: mapped(deliveryDetailSchema, deliveryDetailResource),
});

export const retryDelivery = commandEndpoint({
  method: 'POST',
  path: `${deliveryPath}/retry`,
  operationId: 'RetryDelivery',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Retry a failed delivery',
  description:
    'Begins a failed delivery again, with eight attempts. 409 when it has not failed, when its webhook is disabled, and after three times.',
  parameters: deliveryParameters,
  target: deliveryExists,
  body: noBody,
  operation: graphql(
    'mutation RetryDeliveryOfWebhook($input: RetryDeliveryInput!) { retryDelivery(input: $input) { delivery { ...DeliveryFields } } }',
    [deliveryFields],
  ),
  variables: ({ parameters: { deliveryId } }) => ({ input: { id: deliveryId } }),
  response: waiting,
  outcome: ({ retryDelivery: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .max(2147483647)
    .meta({ description, examples: [example] });

export const retryFailedDeliveries = commandEndpoint({
  ...webhookAction,
  path: `${deliveriesPath}/retry`,
  operationId: 'RetryFailedDeliveries',
  summary: 'Retry all failed deliveries',
  description:
    'Begins every delivery of the webhook again that failed at an instant or later, each with eight attempts, after what is due already. Pings and other tests stay failed, and deliveries that have been retried three times. May be repeated: what is begun again has not failed. 409 when the webhook is disabled.',
  parameters: {
    ...webhookParameters,
    since: instantParameter({ description: 'Deliveries whose `completedAt` is this instant or later.' }),
  },
  operation: graphql(`
    mutation RetryFailedDeliveriesOfWebhook($input: RetryFailedDeliveriesInput!) {
      retryFailedDeliveries(input: $input) { retried exhausted }
    }
  `),
  variables: ({ parameters: { id, since } }) => ({ input: { webhookId: id, since } }),
  response: {
    status: 202,
    description: 'How many deliveries wait for their attempt now.',
    schema: z
      .object({
        retried: count('How many are begun again.', 12),
        exhausted: count('How many stay failed because they have been retried three times.', 0),
      })
      .meta({ id: 'RetriedDeliveries', description: 'What was retried.' }),
  },
  outcome: ({ retryFailedDeliveries: resource }) => ({ resource }),
});
