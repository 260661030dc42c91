import { z } from 'zod';
import { isTimeZone } from '../../graph/model/broadcast.ts';
import { parseCalendarDate } from '../../graph/model/time.ts';
import type { episodeSchema } from '../../rest/episode/episodeResource.ts';
import { listEpisodeReleases } from '../../rest/episode/listEpisodeReleases.ts';
import { listSchedules } from '../../rest/episode/listSchedules.ts';
import { optional, parameter, withDefault } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import type { ExploreRoute } from './exploreRoute.ts';
import type { Listed } from './listed.ts';
import { dateIn, weekOf } from './week.ts';

type Episodes = Listed<z.output<typeof episodeSchema>>;

const values = z.object({
  week: optional(
    parameter({
      description: 'Any day of the week.',
      rule: 'an existing date of the years 1900–2199 as yyyy-MM-dd, such as 2024-02-29',
      read: (text) => (/^(19|20|21)\d\d-/.test(text) && parseCalendarDate(text) !== null ? text : null),
      schema: { type: 'string', format: 'date' },
    }),
  ),
  tz: withDefault(
    parameter({
      description: 'The time zone of the days.',
      rule: 'the name of a time zone such as Asia/Tokyo or UTC',
      read: (text) => (isTimeZone(text) ? text : null),
      schema: { type: 'string' },
    }),
    'UTC',
  ),
});

const cursors = { planned: 'afterPlanned', released: 'afterReleased' };

/** `/explore/schedule`: the episodes of a week, by day. */
export const scheduleRoute: ExploreRoute = {
  path: '/explore/schedule',
  query: ['week', 'tz', cursors.planned, cursors.released],
  async render(request, texts) {
    // A form sends the fields that were left empty, too.
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const { week: date, tz: zone } = readValues(values, given);
    const week = weekOf(date ?? dateIn(zone, request.now), zone);
    const window = { from: week.from.toISOString(), to: week.to.toISOString(), include: 'anime', limit: '100' };
    const page = (name: string) => (given[name] === undefined ? {} : { after: given[name] });
    const planned = await request.ask<Episodes>(listSchedules, { ...window, ...page(cursors.planned) });
    const released = await request.ask<Episodes>(listEpisodeReleases, { ...window, ...page(cursors.released) });
    const { schedulePage } = await import('./schedulePage.tsx');
    return schedulePage({ reader: request.reader, week, zone, planned, released, cursors });
  },
};
