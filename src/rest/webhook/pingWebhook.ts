import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { deliveryResource, deliverySchema } from './deliveryResource.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';

export const pingWebhook = commandEndpoint({
  method: 'POST',
  path: `${webhookPath}/ping`,
  operationId: 'PingWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Test the receiver',
  description:
    'Sends one signed message of kind `ping`, whose data is the identifier of the subscription, the same way as events. It is logged and never retried. 409 when the subscription is disabled, and after 10 within a minute.',
  parameters: webhookParameters,
  target: webhookExists,
  body: noBody,
  operation: graphql(`
    mutation PingWebhook($input: SubscriptionInput!) {
      pingSubscription(input: $input) {
        delivery { id eventId kind status cycle nextAttemptAt createdAt completedAt }
      }
    }
  `),
  variables: ({ parameters: { id } }) => ({ input: { id } }),
  response: { status: 202, description: 'The delivery that waits for its attempt.', schema: deliverySchema },
  outcome: ({ pingSubscription: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});
