import type { VNode } from 'preact';
import { z } from 'zod';
import { isTimeZone } from '../../graph/model/broadcast.ts';
import { parseCalendarDate } from '../../graph/model/time.ts';
import { listEpisodeReleases } from '../../rest/episode/listEpisodeReleases.ts';
import { listSchedules } from '../../rest/episode/listSchedules.ts';
import { optional, parameter, withDefault } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import { Field } from '../design/field.tsx';
import { Navigation } from '../design/navigation.tsx';
import { Pager, withParameter } from '../design/pager.tsx';
import { episodeState } from '../design/words.ts';
import { AnimeLink } from './animeEntries.tsx';
import { Behind, explorePage, type Reader, TitleSwitch } from './exploreShell.tsx';
import type { Asked, ExploreRoute } from './readerRequest.ts';
import type { ListPage, ShownEpisode } from './shownAnime.ts';
import { dateAfter, dateIn, timeIn, type Week, weekOf } from './week.ts';

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
    return schedulePage({ reader: request.reader, week, zone, planned, released });
  },
};

type Episodes = ListPage<ShownEpisode>;

interface ScheduleView {
  readonly reader: Reader;
  readonly week: Week;
  /** Of the IANA time zone database. */
  readonly zone: string;
  readonly planned: Asked<Episodes>;
  readonly released: Asked<Episodes>;
}

/** A week of episodes by day: planned, delayed, and confirmed as released. */
function schedulePage({ reader, week, zone, planned, released }: ScheduleView): string {
  const { origin, target } = reader;
  const monday = week.days[0]?.date ?? '';
  const episodes = [
    ...planned.answer.items.map((episode) => ({ episode, at: episode.scheduledAt })),
    ...released.answer.items.map((episode) => ({ episode, at: episode.releasedAt })),
  ].flatMap(({ episode, at }) => (at === null ? [] : [{ episode, at: new Date(at) }]));
  const weekBeside = (days: number) =>
    `/explore/schedule?${new URLSearchParams({ week: dateAfter(monday, days), tz: zone })}`;
  return explorePage({
    title: `Schedule of the week of ${monday}`,
    path: '/explore/schedule',
    reader,
    children: (
      <>
        <h1>Week of {monday}</h1>
        <TitleSwitch {...reader} />
        <Navigation
          label="Weeks"
          links={[
            [weekBeside(-7), 'Week before'],
            [weekBeside(7), 'Week after'],
          ]}
        />
        <form action="/explore/schedule" method="get" class="row">
          <Field label="A day of the week">
            <input type="date" name="week" value={monday} />
          </Field>
          <Field label="Time zone, such as Asia/Tokyo">
            <input type="text" name="tz" value={zone} />
          </Field>
          <button type="submit">Show</button>
        </form>
        <p>
          Times are of <span class="zone">{zone}</span>. A planned time confirms no release; only a source’s
          confirmation does.
        </p>
        <div class="week">
          {week.days.map(({ date }) => (
            <Day
              key={date}
              date={date}
              zone={zone}
              titles={reader.titles}
              episodes={episodes
                .filter(({ at }) => dateIn(zone, at) === date)
                .sort((a, b) => a.at.getTime() - b.at.getTime())}
            />
          ))}
        </div>
        <Pager
          label="Planned episodes"
          target={withParameter(target, cursors.released, null)}
          parameter={cursors.planned}
          nextCursor={planned.answer.page.nextCursor}
        />
        <Pager
          label="Released episodes"
          target={withParameter(target, cursors.planned, null)}
          parameter={cursors.released}
          nextCursor={released.answer.page.nextCursor}
        />
        <Behind target={planned.target} origin={origin} what="planned and delayed episodes" />
        <Behind target={released.target} origin={origin} what="released episodes" />
      </>
    ),
  });
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface DayProps {
  readonly date: string;
  readonly zone: string;
  readonly titles: Reader['titles'];
  readonly episodes: readonly { readonly episode: ShownEpisode; readonly at: Date }[];
}

function Day({ date, zone, titles, episodes }: DayProps): VNode {
  const weekday = WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return (
    <section aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`}>
        {weekday} <span>{date}</span>
      </h2>
      {episodes.length === 0 ? (
        <p class="note">No episodes.</p>
      ) : (
        <ul class="entries">
          {episodes.map(({ episode, at }) => (
            <li key={episode.id}>
              <time datetime={at.toISOString()}>{timeIn(zone, at)}</time>{' '}
              <AnimeLink anime={episode.anime} titles={titles} />, episode {episode.number}{' '}
              <span class={`state ${episode.status}`}>{episodeState(episode.status)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
