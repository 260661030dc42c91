import { EVENT_KINDS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { choiceParameter } from '../parameters/kinds.ts';
import { deliveryFields, deliveryResource, deliverySchema } from './deliveryResource.ts';
import { webhookAction, webhookParameters, webhookPath } from './webhookPaths.ts';

export const testWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/test`,
  operationId: 'TestWebhook',
  summary: 'Send a recent event as a test',
  description:
    "Sends the newest event of a kind once more, byte for byte, with the header `Service-Test: true`. The body has that event's own `id`, so a receiver tells a test by the header, before it deduplicates. The kind need not be one that the webhook is sent. It is logged, never retried, and counts as a ping: 409 after 10 within a minute, when the webhook is disabled, and when no event of the kind was published yet.",
  parameters: {
    ...webhookParameters,
    kind: choiceParameter({ description: 'The kind of event.', choices: EVENT_KINDS }),
  },
  operation: graphql(
    'mutation TestWebhook($input: TestWebhookInput!) { testWebhook(input: $input) { delivery { ...DeliveryFields } } }',
    [deliveryFields],
  ),
  variables: ({ parameters: { id, kind } }) => ({ input: { id, kind } }),
  response: { status: 202, description: 'The delivery that waits for its attempt.', schema: deliverySchema },
  outcome: ({ testWebhook: { delivery } }) => ({ resource: deliveryResource(delivery) }),
});
