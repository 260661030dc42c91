import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { deliveryDetailFields, deliveryDetailResource, deliveryDetailSchema } from './deliveryResource.ts';
import { deliveryParameters, deliveryPath } from './webhookPaths.ts';

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
      webhook(applicationId: $applicationId, id: $id) {
        delivery(id: $deliveryId) {
          ...DeliveryDetailFields
          version
        }
      }
    }
  `,
    [deliveryDetailFields],
  ),
  variables: ({ applicationId, id, deliveryId }) => ({ applicationId, id, deliveryId }),
  node: ({ webhook }) => webhook?.delivery ?? null,
  response: { description: 'The delivery.', schema: deliveryDetailSchema },
  resource: deliveryDetailResource,
});
