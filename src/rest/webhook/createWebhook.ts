import { graphql } from '../../graph/schema/operation.ts';
import { jsonBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { newWebhookBody } from './webhookBody.ts';
import { applicationExists, applicationParameters, webhookLocation, webhooksPath } from './webhookPaths.ts';
import { webhookFields, webhookResource, webhookSecretSchema } from './webhookResource.ts';

export const createWebhook = commandEndpoint({
  method: 'POST',
  path: webhooksPath,
  operationId: 'CreateWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  subscribes: true,
  summary: 'Subscribe',
  description:
    'Makes a webhook. It starts after the publication that is committed at that moment; history is never sent. The signing secret is in this answer and, later, in that of a rotation alone. An application has at most 10 webhooks (409).',
  parameters: applicationParameters,
  target: applicationExists,
  body: jsonBody(newWebhookBody),
  operation: graphql(
    `
    mutation CreateWebhook($input: CreateWebhookInput!) {
      createWebhook(input: $input) {
        webhook { ...WebhookFields }
        secret
      }
    }
  `,
    [webhookFields],
  ),
  variables: ({ parameters, body }) => ({
    input: { applicationId: parameters.applicationId, ...body, animeIds: body.animeIds ?? null },
  }),
  response: {
    status: 201,
    description: 'The webhook and its secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    location: true,
    secret: true,
  },
  outcome: ({ createWebhook: { webhook, secret } }, { applicationId }) => ({
    resource: { ...webhookResource(webhook), secret },
    version: webhook.version,
    location: webhookLocation({ applicationId, id: webhook.id }),
  }),
});
