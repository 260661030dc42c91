import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { choiceParameter, instantParameter, uuidParameter } from '../parameters/kinds.ts';
import { optional } from '../parameters/parameter.ts';
import { deliveryFields, deliveryResource, deliverySchema } from './deliveryResource.ts';
import { deliveriesPath, webhookParameters } from './webhookPaths.ts';

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
      $applicationId: UUID!
      $id: UUID!
      $status: DeliveryStatus
      $kind: DeliveryKind
      $event: UUID
      $since: DateTime
      $first: Int!
      $after: String
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
    ...{ applicationId, id, status, kind, event, since },
    ...page,
  }),
  connection: ({ webhook }) => webhook?.deliveries ?? null,
  response: { id: 'WebhookDeliveryPage', description: 'A page of deliveries.', item: deliverySchema },
  item: deliveryResource,
});
