import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookAction, webhookPath } from './webhookPaths.ts';
import { webhookFields, webhookOutcome, webhookSchema } from './webhookResource.ts';

export const enableWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/enable`,
  operationId: 'EnableWebhook',
  summary: 'Enable a webhook',
  description:
    'Sends events from now on: nothing that was published or cancelled while it was disabled. One that is enabled stays as it is. 409 while a great many that waited when it was disabled are still being cancelled.',
  operation: graphql(
    'mutation EnableWebhook($input: WebhookInput!) { enableWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  response: { status: 200, description: 'The webhook as it is now.', schema: webhookSchema, entityTag: 'strong' },
  outcome: ({ enableWebhook: { webhook } }) => webhookOutcome(webhook),
});
