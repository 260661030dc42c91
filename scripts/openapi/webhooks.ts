import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { sections } from '../../src/rest/endpoint/endpoint.ts';
import { envelopeSchema } from '../../src/rest/event/listEvents.ts';

const header = (description: string, schema: z.ZodType = z.string()) => schema.meta({ description });

/**
 * The requests to receivers. They have a tag of their own, because generators write a file per tag and one for
 * `webhooks`.
 */
export const delivery: ZodOpenApiOperationObject = {
  operationId: 'ReceiveDelivery',
  tags: ['Deliveries' satisfies keyof typeof sections],
  summary: 'An event, or a ping',
  description:
    'Sent at least once and in no promised order. Verify the signature over the raw body, deduplicate on `id`, compare `data.revision` per entity, and filter on `data.releasedAt` before notifying anybody. Unknown kinds and members may come.',
  security: [],
  requestParams: {
    header: z.object({
      'Service-Event-Id': header('The `id` of the body.'),
      'Service-Delivery-Id': header('Stable across the attempts of this delivery.'),
      'Service-Attempt': header('From 1 in each cycle.'),
      'Service-Test': header(
        '`true` in tests alone, which are pings and events that the owner had sent once more (TestWebhook): those have the `id` of the event itself, so look at this header before you deduplicate.',
        z.literal('true').optional(),
      ),
      'Service-Timestamp': header('Seconds since 1970, of this attempt. Refuse what is more than five minutes off.'),
      'Service-Signature': header(
        '`v1=` and the hexadecimal HMAC-SHA256, keyed with the UTF-8 of the secret, of the timestamp, a dot and the raw body. Compare in constant time.',
      ),
    }),
  },
  requestBody: { required: true, content: { 'application/json': { schema: envelopeSchema } } },
  responses: {
    '2XX': { description: 'Acknowledged.' },
    '3XX': { description: 'Failed for good: redirects are not followed.' },
    '4XX': { description: 'Failed for good; 408, 425 and 429 are tried again.' },
    '5XX': { description: 'Tried again, up to eight times.' },
  },
};

/** The same as a callback of the creating operation: some generators omit schemas that only `webhooks` refers to. */
export const subscribedDelivery = {
  delivery: { '{$request.body#/url}': { post: { ...delivery, operationId: 'ReceiveSubscribedDelivery' } } },
};
