import { z } from 'zod';
import { idSchema } from '../resource/fieldSchemas.ts';
import { eventSchema } from './envelopeSchema.ts';

const positionSchema = z.int().min(0).meta({ format: 'int64' });

const loggedEventSchema = z
  .object({
    position: positionSchema.meta({ description: 'Its place in the log: from 1, without gaps, in commit order.' }),
    event: eventSchema,
    ended: z.array(idSchema).meta({
      description:
        'Identifiers of anime or episodes that became `event.data` with it: remove them from a copy. An event of such an identifier that follows brings it back.',
    }),
  })
  .meta({ id: 'LoggedEvent', description: 'An event, as webhooks are sent it, and where it stands in the log.' });

const pageSchema = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The position after which the next page begins; null when there is no further page.' }),
    position: positionSchema.meta({
      description:
        'How far this page reads, which is where `after` goes on, now or later: the position of its last event or, on the last page, of the newest event of all.',
    }),
  })
  .meta({ id: 'EventPageInfo', description: 'Where this page lies in the log.' });

/** What the log answers. */
export const eventPageSchema = z.object({ items: z.array(loggedEventSchema), page: pageSchema }).meta({
  id: 'EventPage',
  description: 'A stretch of the event log.',
  examples: [
    {
      items: [
        {
          position: 8471,
          event: {
            id: '01a2071c-6c29-76b1-9fb4-b50e7b6bfdea',
            kind: 'episode.released',
            apiVersion: 'v1',
            occurredAt: '2026-11-23T06:33:52.036Z',
            data: {
              id: '01a2071c-690e-77c4-9b12-ded7c0b25250',
              anime: {
                id: '01a2071c-68a4-7050-b411-88f8523b1dbf',
                title: 'Sample: Lanterns over Kite Hill',
                format: 'tv',
              },
              number: 1,
              title: 'Sample: Part 1',
              alternativeTitles: [],
              status: 'released',
              scheduledAt: '2026-11-22T15:30:00.000Z',
              releasedAt: '2026-11-22T15:30:00.000Z',
              revision: 1,
              createdAt: '2026-11-23T06:33:52.036Z',
              updatedAt: '2026-11-23T06:33:52.036Z',
            },
          },
          ended: [],
        },
      ],
      page: { nextCursor: '8471', position: 8471 },
    },
  ],
});
