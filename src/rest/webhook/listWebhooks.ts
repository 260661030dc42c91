import { graphql } from '../../graph/schema/operation.ts';
import { manages } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageEndpoint.ts';
import { applicationParameters, webhooksPath } from './webhookPaths.ts';
import { webhookFields, webhookResource, webhookSchema } from './webhookResource.ts';

export const listWebhooks = pageEndpoint({
  path: webhooksPath,
  operationId: 'ListWebhooks',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'List webhooks',
  description: 'The webhooks of an application, newest first.',
  parameters: applicationParameters,
  page: { unchanged: 'It holds for this application alone.' },
  operation: graphql(
    `
    query ListWebhooks($applicationId: UUID!, $first: Int!, $after: String) {
      webhooks(applicationId: $applicationId, first: $first, after: $after) {
        nodes { ...WebhookFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
    [webhookFields],
  ),
  variables: ({ applicationId }, page) => ({ applicationId, ...page }),
  connection: ({ webhooks }) => webhooks,
  response: { id: 'WebhookSubscriptionPage', description: 'A page of webhooks.', item: webhookSchema },
  item: webhookResource,
});
