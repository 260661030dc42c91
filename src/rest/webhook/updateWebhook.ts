import { graphql } from '../../graph/schema/operation.ts';
import { jsonBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookChangeBody } from './webhookBody.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';
import { webhookFields, webhookOutcome, webhookSchema } from './webhookResource.ts';

export const updateWebhook = commandEndpoint({
  method: 'PATCH',
  path: webhookPath,
  operationId: 'UpdateWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Changes the members that the body holds. Deliveries that wait go to a new URL from their next attempt on. The body may be called application/merge-patch+json too.',
  parameters: webhookParameters,
  target: webhookExists,
  needsIfMatch: true,
  body: jsonBody(webhookChangeBody, { mediaTypes: ['application/json', 'application/merge-patch+json'] }),
  operation: graphql(
    'mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  variables: ({ parameters: { id }, body: { name, url, events, animeIds }, revisions }) => ({
    input: {
      id,
      revisions: revisions === null ? null : [...revisions],
      name: name ?? null,
      url: url ?? null,
      events: events ?? null,
      ...(animeIds !== undefined && { animeIds }),
    },
  }),
  response: { status: 200, description: 'The webhook as it is now.', schema: webhookSchema, entityTag: 'strong' },
  outcome: ({ updateWebhook: { webhook } }) => webhookOutcome(webhook),
});
