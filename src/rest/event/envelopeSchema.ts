import { z } from 'zod';
import { eventKinds } from '../../graph/model/eventKinds.ts';
import { EVENT_KINDS, type EventKind } from '../../graph/model/vocabulary.ts';
import { animeSchema } from '../anime/animeResource.ts';
import { episodeSchema } from '../episode/episodeResource.ts';
import { idSchema, instantSchema } from '../resource/fieldSchemas.ts';

const facts = {
  id: idSchema.meta({ description: 'Stable across attempts: receivers deduplicate on it, durably.' }),
  apiVersion: z.literal('v1'),
  occurredAt: instantSchema.meta({ description: 'When it was published.' }),
};

const animeEvent = z
  .object({ ...facts, kind: kindsOf('anime'), data: animeSchema })
  .meta({ id: 'AnimeEvent', description: 'An anime was published or changed; `data` is the anime as GET serves it.' });

const episodeEvent = z.object({ ...facts, kind: kindsOf('episode'), data: episodeSchema }).meta({
  id: 'EpisodeEvent',
  description: 'An episode was released or changed; `data` is the episode as GET serves it.',
});

const pingData = z.object({ id: idSchema }).meta({ id: 'PingData', description: 'The webhook.' });

const ping = z
  .object({ ...facts, kind: z.literal('ping'), data: pingData })
  .meta({ id: 'Ping', description: 'A test message; `data` names the webhook.' });

/** An event as it was published. */
export const eventSchema = z.union([animeEvent, episodeEvent]);

/** The signed body of a delivery. */
export const envelopeSchema = z.union([animeEvent, episodeEvent, ping]);

function kindsOf(entity: (typeof eventKinds)[EventKind]['entity']) {
  return z.enum(EVENT_KINDS.filter((kind) => eventKinds[kind].entity === entity));
}
