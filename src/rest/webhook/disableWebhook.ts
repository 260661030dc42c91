import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookResource, webhookSchema } from './webhookResource.ts';

export const disableWebhook = commandEndpoint({
  method: 'POST',
  path: `${webhookPath}/disable`,
  operationId: 'DisableWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Disable a subscription',
  description: 'Sends nothing more; deliveries that wait are cancelled. One that is disabled stays as it is.',
  parameters: webhookParameters,
  target: webhookExists,
  body: noBody,
  operation: graphql(`
    mutation DisableWebhook($input: SubscriptionInput!) {
      disableSubscription(input: $input) {
        subscription { id name url events status disabledReason needsRotation revision createdAt updatedAt }
      }
    }
  `),
  variables: ({ parameters: { id } }) => ({ input: { id } }),
  response: { status: 200, description: 'The subscription as it is now.', schema: webhookSchema, entityTag: 'strong' },
  outcome: ({ disableSubscription: { subscription } }) => ({
    resource: webhookResource(subscription),
    revision: subscription.revision,
  }),
});
