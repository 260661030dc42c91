import type { AnimeRecord, EpisodeRecord } from '../../graph/import/record.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

/** A fictional series: `slot` is its weekly time in UTC, `daysAgo` when it was last on, `released` how many episodes are out. */
interface Series {
  readonly id: string;
  readonly title: string;
  readonly japanese: string;
  readonly genres: readonly string[];
  readonly slot: string;
  readonly daysAgo: number;
  readonly released: number;
  readonly episodes: number;
  /** What became of the episode after the last released one. */
  readonly next?: { readonly status: 'delayed' | 'cancelled'; readonly daysLater: number };
}

const SERIES: readonly Series[] = [
  {
    id: 'lanterns-over-kite-hill',
    title: 'Lanterns over Kite Hill',
    japanese: '凧が丘の灯籠',
    genres: ['Drama', 'Slice of Life'],
    slot: '15:30',
    daysAgo: 1,
    released: 1,
    episodes: 12,
  },
  {
    id: 'the-tidewater-courier',
    title: 'The Tidewater Courier',
    japanese: '潮待ちの飛脚',
    genres: ['Adventure', 'Mystery'],
    slot: '14:00',
    daysAgo: 2,
    released: 6,
    episodes: 13,
  },
  {
    id: 'eleventh-hour-orchestra',
    title: 'Eleventh Hour Orchestra',
    japanese: '十一時の楽団',
    genres: ['Comedy', 'Music'],
    slot: '16:00',
    daysAgo: 3,
    released: 5,
    episodes: 12,
  },
  {
    id: 'clockwork-greenhouse',
    title: 'Clockwork Greenhouse',
    japanese: 'ぜんまい温室',
    genres: ['Fantasy', 'Sci-Fi'],
    slot: '13:30',
    daysAgo: 4,
    released: 1,
    episodes: 24,
  },
  {
    id: 'second-string-shortstop',
    title: 'Second-String Shortstop',
    japanese: '控えの遊撃手',
    genres: ['Sports'],
    slot: '09:30',
    daysAgo: 5,
    released: 7,
    episodes: 25,
    next: { status: 'delayed', daysLater: 2 },
  },
  {
    id: 'night-bus-to-the-moon-rabbit',
    title: 'Night Bus to the Moon Rabbit',
    japanese: '月うさぎ行き夜行バス',
    genres: ['Fantasy', 'Romance'],
    slot: '17:05',
    daysAgo: 6,
    released: 4,
    episodes: 12,
    next: { status: 'cancelled', daysLater: 0 },
  },
  {
    id: 'kitchen-of-a-thousand-drawers',
    title: 'Kitchen of a Thousand Drawers',
    japanese: '千の引き出しの台所',
    genres: ['Comedy', 'Gourmet'],
    slot: '12:00',
    daysAgo: 0,
    released: 8,
    episodes: 12,
  },
];

/**
 * A fictional season around a moment, for a catalogue to try things on: series with episodes released in the last days, planned for
 * the next ones, delayed and cancelled, a film that opened this week and a series that is announced. Source `sample`.
 */
export function sampleSeason(now: Date): (AnimeRecord | EpisodeRecord)[] {
  return [...SERIES.flatMap((series) => seriesRecords(series, now)), film(now), ...announcedRecords(now)];
}

function seriesRecords(series: Series, now: Date): (AnimeRecord | EpisodeRecord)[] {
  const last = lastSlot(series, now);
  const premiere = last - (series.released - 1) * WEEK;
  const episodes: EpisodeRecord[] = [];
  for (let number = 1; number <= series.released; number += 1) {
    const at = time(premiere + (number - 1) * WEEK);
    episodes.push({
      ...episodeOf(series, number),
      titles: [{ title: `Sample: Part ${number}`, language: 'en' }],
      status: 'released',
      scheduledAt: at,
      releasedAt: at,
    });
  }
  for (let number = series.released + 1; number <= Math.min(series.released + 2, series.episodes); number += 1) {
    const planned = premiere + (number - 1) * WEEK;
    const change = number === series.released + 1 ? series.next : undefined;
    episodes.push({
      ...episodeOf(series, number),
      status: change?.status ?? 'scheduled',
      scheduledAt: time(planned + (change?.daysLater ?? 0) * DAY),
      releasedAt: null,
    });
  }
  const anime = animeOf(series, { startDate: date(premiere), status: 'airing', format: 'tv', minutes: 24 });
  return [{ ...anime, episodes: series.episodes }, ...episodes];
}

function film(now: Date): AnimeRecord {
  const opened = date(now.getTime() - 2 * DAY);
  const anime = animeOf(
    {
      id: 'the-paper-observatory',
      title: 'The Paper Observatory',
      japanese: '紙の天文台',
      genres: ['Drama', 'Sci-Fi'],
    },
    { startDate: opened, status: 'finished', format: 'movie', minutes: 108 },
  );
  return { ...anime, endDate: opened, episodes: 1 };
}

function announcedRecords(now: Date): (AnimeRecord | EpisodeRecord)[] {
  const premiere = lastSlot({ slot: '15:00', daysAgo: 0 }, now) + 5 * DAY;
  const series = {
    id: 'snowline-signal',
    title: 'Snowline Signal',
    japanese: '雪線の合図',
    genres: ['Mystery', 'Suspense'],
  };
  return [
    animeOf(series, { startDate: date(premiere), status: 'announced', format: 'ona', minutes: 24 }),
    { ...episodeOf(series, 1), status: 'scheduled', scheduledAt: time(premiere), releasedAt: null },
    { ...episodeOf(series, 2), status: 'scheduled', scheduledAt: null, releasedAt: null },
  ];
}

function animeOf(
  series: Pick<Series, 'id' | 'title' | 'japanese' | 'genres'>,
  facts: Pick<AnimeRecord, 'status' | 'format'> & { readonly startDate: string; readonly minutes: number },
): AnimeRecord {
  return {
    type: 'anime',
    source: 'sample',
    sourceId: series.id,
    titles: [
      { title: `Sample: ${series.title}`, language: 'en', kind: 'official' },
      { title: `Sample: ${series.japanese}`, language: 'ja', kind: 'official' },
    ],
    format: facts.format,
    status: facts.status,
    startDate: facts.startDate,
    endDate: null,
    genres: [...series.genres],
    studios: ['Sample Studio'],
    synopsis: 'A fictional title of the sample season. Start with SAMPLE_DATA=catalogue to leave the season out.',
    durationMinutes: facts.minutes,
    isAdult: false,
  };
}

function episodeOf(series: Pick<Series, 'id'>, number: number) {
  return {
    type: 'episode' as const,
    source: 'sample',
    sourceId: `${series.id}/${number}`,
    anime: { source: 'sample', sourceId: series.id },
    number,
  };
}

/** The series' slot on the day `daysAgo`; a day earlier where that would not be past yet. */
function lastSlot({ slot, daysAgo }: Pick<Series, 'slot' | 'daysAgo'>, now: Date): number {
  const at = Date.parse(`${date(now.getTime() - daysAgo * DAY)}T${slot}:00Z`);
  return at < now.getTime() ? at : at - DAY;
}

function time(instant: number): string {
  return new Date(instant).toISOString();
}

function date(instant: number): string {
  return time(instant).slice(0, 10);
}
