import { z } from 'zod';
import { dateSchema, instantSchema } from '../fieldSchemas.ts';

/** The member `window` of premieres. */
export const dateWindowSchema = z
  .object({ from: dateSchema, to: dateSchema.meta({ description: 'Exclusive.' }) })
  .meta({ id: 'DateWindow', description: 'The effective window [from, to), in UTC dates.' });

/** The member `window` of schedules. */
export const timeWindowSchema = z
  .object({ from: instantSchema, to: instantSchema.meta({ description: 'Exclusive.' }) })
  .meta({ id: 'TimeWindow', description: 'The effective window [from, to).' });

/** The member `window` of releases. */
export const releaseWindowSchema = timeWindowSchema
  .extend({
    asOf: instantSchema.meta({
      description: 'The instant of the first request: later releases are shown on no page of this walk.',
    }),
  })
  .meta({ id: 'ReleaseWindow', description: 'The effective window [from, to), as of one instant.' });
