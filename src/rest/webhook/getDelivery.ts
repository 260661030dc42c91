import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { deliveryDetailResource, deliveryDetailSchema } from './deliveryResource.ts';
import { deliveryParameters, deliveryPath } from './webhookPaths.ts';

export const getDelivery = resourceEndpoint({
  path: deliveryPath,
  operationId: 'GetDelivery',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'Read a delivery',
  description: 'The delivery with every attempt that has ended: when, how long, what the receiver answered.',
  parameters: deliveryParameters,
  identifiedBy: 'deliveryId',
  operation: graphql(`
    query GetDelivery($applicationId: UUID!, $id: UUID!, $deliveryId: UUID!) {
      subscription(applicationId: $applicationId, id: $id) {
        delivery(id: $deliveryId) {
          id eventId kind status cycle nextAttemptAt createdAt completedAt version
          attempts { number cycle startedAt durationMs status error responseBody }
        }
      }
    }
  `),
  variables: ({ applicationId, id, deliveryId }) => ({ applicationId, id, deliveryId }),
  node: ({ subscription }) => subscription?.delivery ?? null,
  response: { description: 'The delivery.', schema: deliveryDetailSchema },
  resource: deliveryDetailResource,
});
