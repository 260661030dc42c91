import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { deliveryFields, deliveryResource, deliverySchema } from './deliveryResource.ts';
import { webhookAction, webhookPath } from './webhookPaths.ts';

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
  response: { status: 202, description: 'The delivery that waits for its attempt.', schema: deliverySchema },
  outcome: ({ pingWebhook: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});
