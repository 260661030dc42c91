import type { AnimeRecord, EpisodeRecord } from '../../graph/import/record.ts';
import season from './sampleSeason.json' with { type: 'json' };

const DAY = 86_400_000;
const WEEK = 7 * DAY;

interface Work {
  readonly id: string;
  readonly title: string;
  readonly japanese: string;
  readonly genres: readonly string[];
}

interface Series extends Work {
  /** Its weekly broadcast time in UTC, HH:mm. */
  readonly slot: string;
  /** The day of its last broadcast. */
  readonly daysAgo: number;
  /** The number of released episodes. */
  readonly released: number;
  readonly episodes: number;
  /** The delay of the next episode. */
  readonly delayedDays?: number;
  /** Whether the next episode is cancelled. */
  readonly cancelled?: boolean;
}

/**
 * A fictional season around a moment, to try a catalogue with: series with episodes released in the last days, planned
 * for the next ones, delayed and cancelled, a film that opened this week and an announced series. Source `sample`.
 */
export function sampleSeason(now: Date): (AnimeRecord | EpisodeRecord)[] {
  return [...season.series.flatMap((series) => seriesRecords(series, now)), film(now), ...announcedRecords(now)];
}

function seriesRecords(series: Series, now: Date): (AnimeRecord | EpisodeRecord)[] {
  const last = lastSlot(series, now);
  const premiere = last - (series.released - 1) * WEEK;
  const episodes: EpisodeRecord[] = [];
  for (let number = 1; number <= series.released; number += 1) {
    const at = time(premiere + (number - 1) * WEEK);
    episodes.push({
      ...buildEpisode(series, number),
      titles: [{ title: `Sample: Part ${number}`, language: 'en' }],
      status: 'released',
      scheduledAt: at,
      releasedAt: at,
    });
  }
  for (let number = series.released + 1; number <= Math.min(series.released + 2, series.episodes); number += 1) {
    const { delayedDays = 0, cancelled = false }: Partial<Series> = number === series.released + 1 ? series : {};
    episodes.push({
      ...buildEpisode(series, number),
      status: cancelled ? 'cancelled' : delayedDays > 0 ? 'delayed' : 'scheduled',
      scheduledAt: time(premiere + (number - 1) * WEEK + delayedDays * DAY),
      releasedAt: null,
    });
  }
  const anime = buildAnime(series, { startDate: date(premiere), status: 'airing', format: 'tv', minutes: 24 });
  return [{ ...anime, episodes: series.episodes }, ...episodes];
}

function film(now: Date): AnimeRecord {
  const opened = date(now.getTime() - 2 * DAY);
  const anime = buildAnime(season.film, { startDate: opened, status: 'finished', format: 'movie', minutes: 108 });
  return { ...anime, endDate: opened, episodes: 1 };
}

function announcedRecords(now: Date): (AnimeRecord | EpisodeRecord)[] {
  const premiere = lastSlot({ slot: '15:00', daysAgo: 0 }, now) + 5 * DAY;
  const series = season.announced;
  return [
    buildAnime(series, { startDate: date(premiere), status: 'announced', format: 'ona', minutes: 24 }),
    { ...buildEpisode(series, 1), status: 'scheduled', scheduledAt: time(premiere), releasedAt: null },
    { ...buildEpisode(series, 2), status: 'scheduled', scheduledAt: null, releasedAt: null },
  ];
}

function buildAnime(
  series: Work,
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

function buildEpisode(series: Work, number: number) {
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
