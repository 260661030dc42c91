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
});
