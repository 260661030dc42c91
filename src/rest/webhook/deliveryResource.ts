import { z } from 'zod';
import { ATTEMPT_ERRORS, DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

const nullableInstant = instantSchema.nullable();

const shape = {
  id: idSchema,
  eventId: idSchema.meta({ description: 'The `id` in the payload, on which receivers deduplicate.' }),
  kind: z.enum(DELIVERY_KINDS),
  status: z.enum(DELIVERY_STATUSES),
  cycle: z.int().min(0).max(3).meta({ description: 'How often it was begun again by hand.' }),
  nextAttemptAt: nullableInstant.meta({ description: 'When it is tried next; null unless it waits.' }),
  createdAt: instantSchema,
  completedAt: nullableInstant.meta({ description: 'When it was delivered, failed or cancelled; null before.' }),
};

export const deliverySchema = z
  .object(shape)
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to a receiver.' });

const attemptSchema = z
  .object({
    number: z.int().min(1).max(8).meta({ description: 'From 1 in each cycle.' }),
    cycle: z.int().min(0).max(3),
    startedAt: instantSchema,
    durationMs: z.int().min(0).max(2147483647),
    status: z
      .int()
      .min(200)
      .max(999)
      .nullable()
      .meta({ description: 'What the receiver answered; null: no answer came.' }),
    error: z.enum(ATTEMPT_ERRORS).nullable().meta({ description: 'Null when the receiver acknowledged.' }),
    responseBody: z.string().nullable().meta({ description: 'The first 4 kB of the answer; null: no answer came.' }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt that has ended.' });

export const deliveryDetailSchema = z
  .object({ ...shape, attempts: z.array(attemptSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its attempts.' });

/** The fields of the delivery resource. */
export const deliveryFields = graphql(`
  fragment DeliveryFields on Delivery {
    id eventId kind status cycle nextAttemptAt createdAt completedAt
  }
`);

export const deliveryDetailFields = graphql(
  `
  fragment DeliveryDetailFields on Delivery {
    ...DeliveryFields
    attempts { number cycle startedAt durationMs status error responseBody }
  }
`,
  [deliveryFields],
);

export function deliveryResource(delivery: ResultOf<typeof deliveryFields>): z.output<typeof deliverySchema> {
  const { id, eventId, kind, status, cycle, nextAttemptAt, createdAt, completedAt } = delivery;
  return { id, eventId, kind, status, cycle, nextAttemptAt, createdAt, completedAt };
}

export function deliveryDetailResource(
  delivery: ResultOf<typeof deliveryDetailFields>,
): z.output<typeof deliveryDetailSchema> {
  return { ...deliveryResource(delivery), attempts: delivery.attempts };
}
