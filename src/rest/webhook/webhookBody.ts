import { z } from 'zod';
import { LARGEST_ANIME_LIST, LONGEST_WEBHOOK_NAME } from '../../graph/model/limits.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { EVENT_KINDS } from '../../graph/model/vocabulary.ts';
import { isWebhookName, WEBHOOK_NAME_RULE } from '../../graph/webhook/webhookInput.ts';

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
      'The anime of which, and of whose episodes, events are sent, each once; null: of all. One that is merged into another stands for that from then on.',
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
