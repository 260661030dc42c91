import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { applicationParameters, webhooksPath } from './webhookPaths.ts';
import { webhookResource, webhookSchema } from './webhookResource.ts';

export const listWebhooks = pageEndpoint({
  path: webhooksPath,
  operationId: 'ListWebhooks',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'List subscriptions',
  description: 'The subscriptions of an application, newest first.',
  parameters: applicationParameters,
  page: { unchanged: 'It holds for this application alone.' },
  operation: graphql(`
    query ListWebhooks($applicationId: UUID!, $first: Int!, $after: String) {
      subscriptions(applicationId: $applicationId, first: $first, after: $after) {
        nodes { id name url events status disabledReason needsRotation revision createdAt updatedAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ applicationId }, page) => ({ applicationId, ...page }),
  connection: ({ subscriptions }) => subscriptions,
  response: { id: 'WebhookSubscriptionPage', description: 'A page of subscriptions.', item: webhookSchema },
  item: webhookResource,
});
