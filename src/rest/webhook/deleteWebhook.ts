import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookExists, webhookParameters, webhookPath } from './webhookPaths.ts';

export const deleteWebhook = commandEndpoint({
  method: 'DELETE',
  path: webhookPath,
  operationId: 'DeleteWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Deletes it for good. Deliveries that wait are cancelled.',
  parameters: webhookParameters,
  target: webhookExists,
  needsIfMatch: true,
  body: noBody,
  operation: graphql('mutation DeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { id } }'),
  variables: ({ parameters: { id }, revisions }) => ({
    input: { id, revisions: revisions === null ? null : [...revisions] },
  }),
  response: { status: 204, description: 'It is gone.' },
  outcome: () => ({}),
});
