import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { webhookAction, webhookPath } from './webhookPaths.ts';
import { webhookFields, webhookOutcome, webhookSchema } from './webhookResource.ts';

export const disableWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/disable`,
  operationId: 'DisableWebhook',
  summary: 'Disable a webhook',
  description: 'Sends nothing more; deliveries that wait are cancelled. One that is disabled stays as it is.',
  operation: graphql(
    'mutation DisableWebhook($input: WebhookInput!) { disableWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  response: { status: 200, description: 'The webhook as it is now.', schema: webhookSchema, entityTag: 'strong' },
  outcome: ({ disableWebhook: { webhook } }) => webhookOutcome(webhook),
});
