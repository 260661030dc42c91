import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookFields, webhookResource, webhookSchema } from './webhookResource.ts';

export const getWebhook = resourceEndpoint({
  path: webhookPath,
  operationId: 'GetWebhook',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'Read a webhook',
  description:
    'The webhook, without its secret. Its ETag is what changes and deletion ask for in If-Match; there it stands for the revision, whatever its deliveries have done since.',
  parameters: webhookParameters,
  entityTag: 'strong',
  operation: graphql(
    `
    query GetWebhook($applicationId: UUID!, $id: UUID!) {
      webhook(applicationId: $applicationId, id: $id) {
        ...WebhookFields
      }
    }
  `,
    [webhookFields],
  ),
  variables: ({ applicationId, id }) => ({ applicationId, id }),
  node: ({ webhook }) => webhook,
  response: { description: 'The webhook.', schema: webhookSchema },
  resource: webhookResource,
});
