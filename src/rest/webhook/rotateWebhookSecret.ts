import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookAction, webhookPath } from './webhookPaths.ts';
import { webhookFields, webhookResource, webhookSecretSchema } from './webhookResource.ts';

export const rotateWebhookSecret = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/rotate-secret`,
  operationId: 'RotateWebhookSecret',
  summary: 'Make a new secret',
  description:
    'Answers with a new secret, which signs every attempt from now on; one that is under way may still carry the old one. Let the receiver accept both, rotate, then drop the old: a 401 of the receiver is final.',
  operation: graphql(
    `
    mutation RotateWebhookSecret($input: WebhookInput!) {
      rotateWebhookSecret(input: $input) {
        webhook { ...WebhookFields }
        secret
      }
    }
  `,
    [webhookFields],
  ),
  response: {
    status: 200,
    description: 'The webhook and its new secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    secret: true,
  },
  outcome: ({ rotateWebhookSecret: { webhook, secret } }) => ({
    resource: { ...webhookResource(webhook), secret },
    version: webhook.version,
  }),
});
