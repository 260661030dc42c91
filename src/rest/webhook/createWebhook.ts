import { graphql } from '../../graph/schema/operation.ts';
import { jsonBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { newWebhookBody } from './webhookBody.ts';
import { applicationExists, applicationParameters, webhookPlace, webhooksPath } from './webhookPaths.ts';
import { webhookResource, webhookSecretSchema } from './webhookResource.ts';

export const createWebhook = commandEndpoint({
  method: 'POST',
  path: webhooksPath,
  operationId: 'CreateWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  subscribes: true,
  summary: 'Subscribe',
  description:
    'Makes a subscription. It starts after the publication that is committed at that moment; history is never sent. The signing secret is in this answer and, later, in that of a rotation alone. An application has at most 10 subscriptions (409).',
  parameters: applicationParameters,
  target: applicationExists,
  body: jsonBody(newWebhookBody),
  operation: graphql(`
    mutation CreateWebhook($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) {
        subscription { id name url events status disabledReason needsRotation revision createdAt updatedAt }
        secret
      }
    }
  `),
  variables: ({ parameters, body }) => ({ input: { applicationId: parameters.applicationId, ...body } }),
  response: {
    status: 201,
    description: 'The subscription and its secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    location: true,
    secret: true,
  },
  outcome: ({ createSubscription: { subscription, secret } }, { applicationId }) => ({
    resource: { ...webhookResource(subscription), secret },
    revision: subscription.revision,
    location: webhookPlace({ applicationId, id: subscription.id }),
  }),
});
