import { z } from 'zod';
import { LONGEST_WEBHOOK_NAME } from '../../graph/model/limits.ts';
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

export const newWebhookBody = z
  .strictObject({ name, url, events })
  .meta({ id: 'NewWebhookSubscription', description: 'A new webhook.' });

export const webhookChangeBody = z
  .strictObject({ name: name.optional(), url: url.optional(), events: events.optional() })
  .meta({ id: 'WebhookSubscriptionChange', description: 'The members to change.' });
