import { z } from 'zod';
import { LARGEST_ANIME_LIST, LARGEST_BACKLOG, LONGEST_WEBHOOK_NAME } from '../../graph/model/limits.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { EVENT_KINDS, WEBHOOK_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { isWebhookName, WEBHOOK_NAME_RULE } from '../../graph/webhook/webhookInput.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

const shape = {
  id: idSchema,
  name: z.string().meta({ description: 'What its owner calls it.', examples: ['Release announcer'] }),
  url: z.string().meta({ description: 'The receiver.', examples: ['https://hooks.example.org/anime'] }),
  events: z.array(z.enum(EVENT_KINDS)).meta({ description: 'The kinds of events that it is sent.' }),
  animeIds: z
    .array(idSchema)
    .nullable()
    .meta({ description: 'The anime of which, and of whose episodes, it is sent events; null: of all.' }),
  status: z.enum(WEBHOOK_STATUSES),
  disabledReason: z.string().nullable().meta({
    description: 'Why the service disabled it; null while it is enabled and when its owner disabled it.',
  }),
  needsRotation: z.literal(true).optional().meta({
    description:
      'There and true when its secret is lost to the service: nothing is sent until a new one is made (rotate-secret).',
  }),
  position: z
    .int()
    .min(0)
    .meta({
      format: 'int64',
      description:
        'The position up to which it has read the log: `/v1/events?after=` it lists what it has yet to be sent, and what it missed while it was disabled.',
      examples: [8471],
    }),
  waiting: z
    .int()
    .min(0)
    .max(LARGEST_BACKLOG)
    .meta({
      description: `How many events it has yet to read; ${LARGEST_BACKLOG} stands for as many or more. Deliveries that wait for another attempt are not among them.`,
    }),
  lastSuccessAt: instantSchema.nullable().meta({
    description: 'When the receiver last acknowledged a delivery, tests included; null where it never did.',
  }),
  failingSince: instantSchema.nullable().meta({
    description: 'Since when every delivery that ended has failed, tests aside; null after a success.',
  }),
  disablesAt: instantSchema.nullable().meta({
    description:
      'A warning: when the service disables it unless a delivery succeeds before, five days after `failingSince` or at the tenth failure, whichever is later. Null until it has failed for a day, and while it is disabled.',
  }),
  revision: z.int().min(1).max(2147483647).meta({
    description: 'Counts its changes by its owner and the service, not those of its deliveries.',
  }),
  createdAt: instantSchema,
  updatedAt: instantSchema,
};

export const webhookSchema = z
  .object(shape)
  .meta({ id: 'WebhookSubscription', description: 'Where an application wants events to be sent.' });

export const webhookSecretSchema = z
  .object({
    ...shape,
    secret: z.string().meta({
      description: 'Signs its deliveries. It is shown this once.',
      examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
    }),
  })
  .meta({ id: 'WebhookSubscriptionWithSecret', description: 'A webhook with its new secret.' });

/** The fields of the webhook resource. */
export const webhookFields = graphql(`
  fragment WebhookFields on Webhook {
    id name url events animeIds status disabledReason needsRotation position waiting lastSuccessAt failingSince disablesAt revision createdAt updatedAt
    version
  }
`);

export function webhookResource(webhook: ResultOf<typeof webhookFields>): z.output<typeof webhookSchema> {
  const { version: _, needsRotation, ...shown } = webhook;
  return { ...shown, position: Number(shown.position), ...(needsRotation ? { needsRotation } : {}) };
}

/** The outcome of a command: the webhook, and its version for the entity tag. */
export function webhookOutcome(webhook: ResultOf<typeof webhookFields>) {
  return { resource: webhookResource(webhook), version: webhook.version };
}

const name = z
  .string()
  .refine(isWebhookName, { error: WEBHOOK_NAME_RULE })
  .meta({
    minLength: 1,
    maxLength: LONGEST_WEBHOOK_NAME,
    description: 'What its owner calls it.',
    examples: ['Release announcer'],
  });

const url = z.string().meta({
  description: 'The receiver: https, a public DNS name, port 443, without credentials, query and fragment.',
  examples: ['https://hooks.example.org/anime'],
});

const events = z
  .array(z.enum(EVENT_KINDS))
  .min(1)
  .max(EVENT_KINDS.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must hold each kind once.' })
  .meta({ description: 'The kinds of events to send, each once.', examples: [['episode.released']] });

const animeId = z
  .string()
  .refine((id) => parseUuid(id) !== null, { error: 'must be a UUID.' })
  .meta({ format: 'uuid', examples: ['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f'] });

const animeIds = z
  .array(animeId)
  .min(1)
  .max(LARGEST_ANIME_LIST)
  .refine((ids) => new Set(ids.map(parseUuid)).size === ids.length, { error: 'must hold each anime once.' })
  .nullable()
  .meta({
    description:
      'The anime of which, and of whose episodes, events are sent, each once; null: of all. One that is merged into another means that one from then on.',
    examples: [['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f']],
  });

export const newWebhookBody = z
  .strictObject({ name, url, events, animeIds: animeIds.optional() })
  .meta({ id: 'NewWebhookSubscription', description: 'A new webhook.' });

export const webhookChangeBody = z
  .strictObject({
    name: name.optional(),
    url: url.optional(),
    events: events.optional(),
    animeIds: animeIds.optional(),
  })
  .meta({ id: 'WebhookSubscriptionChange', description: 'The members to change.' });
