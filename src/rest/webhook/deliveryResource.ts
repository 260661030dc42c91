import { z } from 'zod';
import { ATTEMPT_ERRORS, DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

const nullableInstant = instantSchema.nullable();

const shape = {
  id: idSchema,
  eventId: idSchema.meta({ description: 'The `id` in the payload, on which receivers deduplicate.' }),
  kind: z.enum(DELIVERY_KINDS),
  isTest: z.boolean().meta({
    description: 'Whether it tests the receiver, a ping or an event sent by `/test`: it is sent once.',
  }),
  status: z.enum(DELIVERY_STATUSES),
  cycle: z.int().min(0).max(3).meta({ description: 'How often it was begun again by hand.' }),
  nextAttemptAt: nullableInstant.meta({ description: 'When it is tried next; null unless it waits.' }),
  createdAt: instantSchema,
  completedAt: nullableInstant.meta({ description: 'When it was delivered, failed or cancelled; null before.' }),
};

export const deliverySchema = z
  .object(shape)
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to a receiver.' });

const headersSchema = z
  .record(z.string(), z.string())
  .meta({ id: 'WebhookHeaders', description: 'Headers by their names in lower case.' });

const requestSchema = z
  .object({
    headers: headersSchema.meta({
      description:
        'The headers that are the same in every attempt. HTTP adds its own, such as Host and Content-Length; the User-Agent is that of the running version.',
      examples: [
        {
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'canonical-anime-catalog/0.1.0 (webhooks)',
          'service-event-id': '01963c2e-6f00-7000-8000-000000000001',
          'service-delivery-id': '01963c2e-6f00-8021-8404-c0000000000a',
        },
      ],
    }),
    body: z.string().meta({
      description: 'The body, byte for byte: the UTF-8 of this text is what is signed.',
      examples: [
        '{"id":"01963c2e-6f00-7000-8000-000000000001","kind":"ping","apiVersion":"v1","occurredAt":"2026-11-21T09:30:00.000Z","data":{"id":"01963c2e-0000-7000-8000-00000000000a"}}',
      ],
    }),
  })
  .meta({ id: 'WebhookRequest', description: 'What every attempt sends.' });

const reasonSchema = z
  .object({
    code: z.string().meta({ description: "OpenSSL's or Node's code.", examples: ['CERT_HAS_EXPIRED'] }),
    text: z.string().meta({
      description: 'In a sentence, with the remedy.',
      examples: ["The receiver's certificate has expired: renew it."],
    }),
  })
  .meta({ id: 'WebhookAttemptReason', description: 'What exactly failed.' });

const attemptSchema = z
  .object({
    number: z.int().min(1).max(8).meta({ description: 'From 1 in each cycle.' }),
    cycle: z.int().min(0).max(3),
    startedAt: instantSchema,
    durationMs: z.int().min(0).max(2147483647),
    requestHeaders: headersSchema.meta({
      description:
        'What this attempt added to the headers of the request, but for its signature; empty where nothing was signed.',
      examples: [{ 'service-attempt': '1', 'service-timestamp': '1795253400' }],
    }),
    status: z
      .int()
      .min(200)
      .max(999)
      .nullable()
      .meta({ description: 'What the receiver answered; null: no answer came.' }),
    error: z.enum(ATTEMPT_ERRORS).nullable().meta({ description: 'Null when the receiver acknowledged.' }),
    reason: reasonSchema.nullable().meta({
      description: 'What is wrong with the handshake or the certificate; null with other errors than `tls`.',
    }),
    responseBody: z.string().nullable().meta({ description: 'The first 4 kB of the answer; null: no answer came.' }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt that has ended.' });

export const deliveryDetailSchema = z
  .object({ ...shape, request: requestSchema, attempts: z.array(attemptSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with what it sends and its attempts.' });

/** The fields of the delivery resource. */
export const deliveryFields = graphql(`
  fragment DeliveryFields on Delivery { id eventId kind isTest status cycle nextAttemptAt createdAt completedAt }
`);

export const deliveryDetailFields = graphql(
  `
  fragment DeliveryDetailFields on Delivery {
    ...DeliveryFields
    request { headers { name value } body }
    attempts {
      number cycle startedAt durationMs
      requestHeaders { name value }
      status error
      reason { code text }
      responseBody
    }
  }
`,
  [deliveryFields],
);

export function deliveryResource(delivery: ResultOf<typeof deliveryFields>): z.output<typeof deliverySchema> {
  const { id, eventId, kind, isTest, status, cycle, nextAttemptAt, createdAt, completedAt } = delivery;
  return { id, eventId, kind, isTest, status, cycle, nextAttemptAt, createdAt, completedAt };
}

export function deliveryDetailResource(
  delivery: ResultOf<typeof deliveryDetailFields>,
): z.output<typeof deliveryDetailSchema> {
  const { request, attempts } = delivery;
  return {
    ...deliveryResource(delivery),
    request: { headers: headersByName(request.headers), body: request.body },
    attempts: attempts.map((attempt) => ({ ...attempt, requestHeaders: headersByName(attempt.requestHeaders) })),
  };
}

function headersByName(headers: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}
