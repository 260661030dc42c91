import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookResource, webhookSchema } from './webhookResource.ts';

export const enableWebhook = commandEndpoint({
  method: 'POST',
  path: `${webhookPath}/enable`,
  operationId: 'EnableWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Enable a subscription',
  description:
    'Sends events from now on: nothing that was published or cancelled meanwhile. One that is enabled stays as it is. 409 while a great many that waited when it was disabled are still being cancelled.',
  parameters: webhookParameters,
  target: webhookExists,
  body: noBody,
  operation: graphql(`
    mutation EnableWebhook($input: SubscriptionInput!) {
      enableSubscription(input: $input) {
        subscription { id name url events status disabledReason needsRotation revision createdAt updatedAt }
      }
    }
  `),
  variables: ({ parameters: { id } }) => ({ input: { id } }),
  response: { status: 200, description: 'The subscription as it is now.', schema: webhookSchema, entityTag: 'strong' },
  outcome: ({ enableSubscription: { subscription } }) => ({
    resource: webhookResource(subscription),
    revision: subscription.revision,
  }),
});
