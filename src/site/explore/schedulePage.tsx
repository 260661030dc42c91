import type { VNode } from 'preact';
import { z } from 'zod';
import { isTimeZone } from '../../graph/model/broadcast.ts';
import { parseCalendarDate } from '../../graph/model/time.ts';
import { listEpisodeReleases } from '../../rest/episode/listEpisodeReleases.ts';
import { listSchedules } from '../../rest/episode/listSchedules.ts';
import { optional, parameter, withDefault } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import { Input } from '../design/fields.tsx';
import { Navigation, Pager, withParameter } from '../design/link.tsx';
import { stateOf } from '../design/words.ts';
import { AnimeLink } from './animeEntries.tsx';
import { Behind, explorePage, TitleSwitch } from './exploreShell.tsx';
import type { ExploreRoute } from './readerRequest.ts';
import type { ListPage, ShownEpisode } from './titles.ts';
import { dateAfter, dateIn, timeIn, weekOf } from './week.ts';

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

/** The parameters with the cursors of the two lists. */
const cursors = { planned: 'afterPlanned', released: 'afterReleased' };

type Episodes = ListPage<ShownEpisode>;

/** `/explore/schedule`: the episodes of a week, by day: planned, delayed, and confirmed as released. */
export const scheduleRoute: ExploreRoute = {
  path: '/explore/schedule',
  query: ['week', 'tz', cursors.planned, cursors.released],
  async render(request, texts) {
    // A form sends the fields that were left empty, too.
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
    const { week: date, tz: zone } = readValues(values, given);
    const today = dateIn(zone, request.now());
    const { days, from, to } = weekOf(date ?? today, zone);
    const window = { from: from.toISOString(), to: to.toISOString(), include: 'anime', limit: '100' };
    const page = (name: string) => (given[name] === undefined ? {} : { after: given[name] });
    const planned = await request.ask<Episodes>(listSchedules, { ...window, ...page(cursors.planned) });
    const released = await request.ask<Episodes>(listEpisodeReleases, { ...window, ...page(cursors.released) });
    const reader = request.reader();
    const monday = days[0]?.date ?? '';
    const episodes = [
      ...planned.answer.items.map((episode) => ({ episode, at: episode.scheduledAt })),
      ...released.answer.items.map((episode) => ({ episode, at: episode.releasedAt })),
    ].flatMap(({ episode, at }) => (at === null ? [] : [{ episode, at: new Date(at) }]));
    const weekBeside = (count: number) =>
      `/explore/schedule?${new URLSearchParams({ week: dateAfter(monday, count), tz: zone })}`;
    return explorePage({
      title: `Schedule of the week of ${monday}`,
      path: '/explore/schedule',
      reader,
      children: (
        <>
          <h1>Week of {monday}</h1>
          {episodes.length > 0 && <TitleSwitch />}
          <Navigation
            label="Weeks"
            links={[
              [weekBeside(-7), 'Previous week'],
              [weekBeside(7), 'Next week'],
            ]}
          />
          <form action="/explore/schedule" method="get" class="row">
            <Input label="Any day of the week" name="week" type="date" stored={monday} />
            <Input label="Time zone, such as Asia/Tokyo" name="tz" stored={zone} />
            <button type="submit">Show</button>
          </form>
          <p>
            Times in <span class="zone">{zone}</span>. Planned times may change.
          </p>
          <div class="week">
            {days.map(({ date: day }) => (
              <Day
                date={day}
                isToday={day === today}
                zone={zone}
                episodes={episodes.filter(({ at }) => dateIn(zone, at) === day)}
              />
            ))}
          </div>
          <Pager
            label="Planned episodes"
            target={withParameter(reader.target, cursors.released, null)}
            parameter={cursors.planned}
            nextCursor={planned.answer.page.nextCursor}
          />
          <Pager
            label="Released episodes"
            target={withParameter(reader.target, cursors.planned, null)}
            parameter={cursors.released}
            nextCursor={released.answer.page.nextCursor}
          />
          <Behind target={planned.target} what="planned and delayed episodes" />
          <Behind target={released.target} what="released episodes" />
        </>
      ),
    });
  },
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface DayProps {
  readonly date: string;
  readonly isToday: boolean;
  /** Of the IANA time zone database. */
  readonly zone: string;
  readonly episodes: readonly { readonly episode: ShownEpisode; readonly at: Date }[];
}

function Day({ date, isToday, zone, episodes }: DayProps): VNode {
  const weekday = WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return (
    <section aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`}>
        {weekday} <span>{date}</span> {isToday && <mark>today</mark>}
      </h2>
      {episodes.length === 0 ? (
        <p class="note">No episodes.</p>
      ) : (
        <ul class="entries">
          {episodes
            .toSorted((one, other) => one.at.getTime() - other.at.getTime())
            .map(({ episode, at }) => (
              <li>
                <time datetime={at.toISOString()}>{timeIn(zone, at)}</time> <AnimeLink anime={episode.anime} />, episode{' '}
                {episode.number} <span class={`state ${episode.status}`}>{stateOf(episode.status)}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
