import { DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { choiceParameter } from '../parameters/kinds.ts';
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
    'The deliveries of a webhook, newest first. Those that ended are kept for a time, 30 days unless the operator says otherwise.',
  parameters: {
    ...webhookParameters,
    status: optional(choiceParameter({ description: 'In this state alone.', choices: DELIVERY_STATUSES })),
  },
  page: { unchanged: 'The filter must be unchanged.' },
  operation: graphql(
    `
    query ListDeliveriesOfWebhook(
      $applicationId: UUID!
      $id: UUID!
      $status: DeliveryStatus
      $first: Int!
      $after: String
    ) {
      webhook(applicationId: $applicationId, id: $id) {
        deliveries(status: $status, first: $first, after: $after) {
          nodes { ...DeliveryFields }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  `,
    [deliveryFields],
  ),
  variables: ({ applicationId, id, status }, page) => ({ applicationId, id, status: status ?? null, ...page }),
  connection: ({ webhook }) => webhook?.deliveries ?? null,
  response: { id: 'WebhookDeliveryPage', description: 'A page of deliveries.', item: deliverySchema },
  item: deliveryResource,
});
