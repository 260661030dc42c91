import { z } from 'zod';
import {
  ATTEMPT_ERRORS,
  type AttemptError,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryKind,
  type DeliveryStatus,
} from '../../graph/model/vocabulary.ts';
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

/** A delivery as the operations select it. */
export interface SelectedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  readonly status: DeliveryStatus;
  readonly cycle: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

interface SelectedAttempt {
  readonly number: number;
  readonly cycle: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly responseBody: string | null;
}

export function deliveryResource(delivery: SelectedDelivery): z.output<typeof deliverySchema> {
  const { id, eventId, kind, status, cycle, nextAttemptAt, createdAt, completedAt } = delivery;
  return { id, eventId, kind, status, cycle, nextAttemptAt, createdAt, completedAt };
}

export function deliveryDetailResource(
  delivery: SelectedDelivery & { readonly attempts: readonly SelectedAttempt[] },
): z.output<typeof deliveryDetailSchema> {
  const attempts = delivery.attempts.map(({ number, cycle, startedAt, durationMs, status, error, responseBody }) => ({
    ...{ number, cycle, startedAt, durationMs, status, error, responseBody },
  }));
  return { ...deliveryResource(delivery), attempts };
}
