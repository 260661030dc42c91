import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { deliveryFields, deliveryResource, deliverySchema } from './deliveryResource.ts';
import { deliveryExists, deliveryParameters, deliveryPath } from './webhookPaths.ts';

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
  response: { status: 202, description: 'The delivery that waits for its attempt.', schema: deliverySchema },
  outcome: ({ retryDelivery: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});
