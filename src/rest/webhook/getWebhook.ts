import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookResource, webhookSchema } from './webhookResource.ts';

export const getWebhook = resourceEndpoint({
  path: webhookPath,
  operationId: 'GetWebhook',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'Read a subscription',
  description: 'The subscription, without its secret. Its ETag is what changes and deletion ask for in If-Match.',
  parameters: webhookParameters,
  entityTag: 'strong',
  operation: graphql(`
    query GetWebhook($applicationId: UUID!, $id: UUID!) {
      subscription(applicationId: $applicationId, id: $id) {
        id name url events status disabledReason needsRotation revision createdAt updatedAt
        version: revision
      }
    }
  `),
  variables: ({ applicationId, id }) => ({ applicationId, id }),
  node: ({ subscription }) => subscription,
  response: { description: 'The subscription.', schema: webhookSchema },
  resource: webhookResource,
});
