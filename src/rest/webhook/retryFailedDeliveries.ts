import { z } from 'zod';
import { graphql } from '../../graph/schema/operation.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { instantParameter } from '../parameters/kinds.ts';
import { deliveriesPath, webhookAction, webhookParameters } from './webhookPaths.ts';

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .max(2147483647)
    .meta({ description, examples: [example] });

export const retryFailedDeliveries = commandEndpoint({
  ...webhookAction,
  path: `${deliveriesPath}/retry`,
  operationId: 'RetryFailedDeliveries',
  summary: 'Retry all failed deliveries',
  description:
    'Begins every delivery of the webhook again that failed at an instant or later, each with eight attempts, after what is due already. Pings and other tests stay failed, and deliveries that have been retried three times. May be repeated: what is begun again has not failed. 409 when the webhook is disabled.',
  parameters: {
    ...webhookParameters,
    since: instantParameter({ description: 'Deliveries whose `completedAt` is this instant or later.' }),
  },
  operation: graphql(`
    mutation RetryFailedDeliveriesOfWebhook($input: RetryFailedDeliveriesInput!) {
      retryFailedDeliveries(input: $input) { retried exhausted }
    }
  `),
  variables: ({ parameters: { id, since } }) => ({ input: { webhookId: id, since } }),
  response: {
    status: 202,
    description: 'How many deliveries wait for their attempt now.',
    schema: z
      .object({
        retried: count('How many are begun again.', 12),
        exhausted: count('How many stay failed because they have been retried three times.', 0),
      })
      .meta({ id: 'RetriedDeliveries', description: 'What was retried.' }),
  },
  outcome: ({ retryFailedDeliveries: resource }) => ({ resource }),
});
