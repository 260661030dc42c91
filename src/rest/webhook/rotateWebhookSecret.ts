import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookResource, webhookSecretSchema } from './webhookResource.ts';

export const rotateWebhookSecret = commandEndpoint({
  method: 'POST',
  path: `${webhookPath}/rotate-secret`,
  operationId: 'RotateWebhookSecret',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Make a new secret',
  description:
    'Answers with a new secret, which signs every attempt from now on; one that is under way may still carry the old one. Let the receiver accept both, rotate, then drop the old: a 401 of the receiver is final.',
  parameters: webhookParameters,
  target: webhookExists,
  body: noBody,
  operation: graphql(`
    mutation RotateWebhookSecret($input: SubscriptionInput!) {
      rotateSubscriptionSecret(input: $input) {
        subscription { id name url events status disabledReason needsRotation revision createdAt updatedAt }
        secret
      }
    }
  `),
  variables: ({ parameters: { id } }) => ({ input: { id } }),
  response: {
    status: 200,
    description: 'The subscription and its new secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    secret: true,
  },
  outcome: ({ rotateSubscriptionSecret: { subscription, secret } }) => ({
    resource: { ...webhookResource(subscription), secret },
    revision: subscription.revision,
  }),
});
