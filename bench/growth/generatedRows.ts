import { WEEKDAYS } from '../../src/graph/model/vocabulary.ts';
import { GENRES, type GeneratedAnime, generatedAnime, studiosOf } from './generatedAnime.ts';

/** The rows of one table, as COPY reads them. */
interface GeneratedTable {
  readonly columns: string;
  readonly rows: (anime: number) => Iterable<string>;
}

const START = Date.UTC(2020, 0, 1);
/** Milliseconds between two anime: room for the ids of their episodes. */
const STEP = 32;

/** A UUID v7 of an instant of its own, the same in every run. */
export function generatedId(kind: number, at: number): string {
  const time = (START + at).toString(16).padStart(12, '0');
  const [a, b] = [mixed(at ^ (kind << 24)), mixed(at + kind * 7919 + 1)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-8${a.slice(3, 6)}-${b}${a.slice(4, 8)}`;
}

export const animeId = (number: number) => generatedId(1, number * STEP);
const genreId = (index: number) => generatedId(2, index);
const studioId = (index: number) => generatedId(3, index);
const episodeId = (anime: number, number: number) => generatedId(4, anime * STEP + number);

export const genreSlug = (index: number) => `genre-${index}`;
export const studioSlug = (index: number) => `studio-${index}`;

/** The tables of a generated catalogue, in an order in which they can be filled. */
export const generatedTables: Readonly<Record<string, GeneratedTable>> = {
  genre: terms(() => GENRES, genreId, genreSlug),
  studio: terms(studiosOf, studioId, studioSlug),
  anime: {
    columns:
      'id, title, format, status, start_date, end_date, year, season, episode_count, duration_minutes, synopsis, is_adult, popularity, version, created_at, updated_at, broadcast, terms, facets',
    rows: each((a) => [
      [
        ...[animeId(a.number), a.title, a.format, a.status, a.startDate, null, a.year, a.season, a.episodeCount, 24],
        ...[synopsis(a), a.isAdult, a.number % 1000, a.updatedAt.getTime() * 1000 + (a.number % 1000)],
        ...[new Date(START + a.number * STEP).toISOString(), a.updatedAt.toISOString()],
        a.weekday && JSON.stringify({ weekday: a.weekday, time: '23:30', timezone: 'Asia/Tokyo' }),
        termNumbers(a),
        termNumbers(a, a.weekday),
      ],
    ]),
  },
  anime_title: {
    columns: 'anime_id, position, title, language, kind',
    rows: each((a) =>
      counted(a.titles, (p) => [
        ...[animeId(a.number), p, p === 0 ? a.title : `${a.title} named ${p}`],
        ...(p === 0 ? ['ja-Latn', 'official'] : ['en', 'synonym']),
      ]),
    ),
  },
  anime_genre: {
    columns: 'anime_id, genre_id, position',
    rows: each((a) => a.genres.map((genre, position) => [animeId(a.number), genreId(genre), position])),
  },
  anime_studio: {
    columns: 'anime_id, studio_id, position',
    rows: each((a) => a.studios.map((studio, position) => [animeId(a.number), studioId(studio), position])),
  },
  anime_external_id: {
    columns: 'anime_id, site, external_id, position',
    rows: each((a) => ['mal', 'anilist'].map((site, position) => [animeId(a.number), site, a.number, position])),
  },
  anime_relation: {
    columns: 'anime_id, related_id, type',
    rows: each(({ number }, anime) => [
      ...(number % 4 > 0 && number > 1 ? [[animeId(number), animeId(number - 1), 'prequel']] : []),
      ...(number % 4 < 3 && number < anime ? [[animeId(number), animeId(number + 1), 'sequel']] : []),
    ]),
  },
  episode: {
    columns:
      'id, anime_id, number, status, scheduled_at, released_at, release_announced, version, created_at, updated_at',
    rows: each((a) => {
      const first = Date.parse(a.startDate ?? '1990-01-01') + (a.number % 86_400) * 1000;
      return counted(a.episodes, (index) => {
        const at = new Date(first + (index + 1) * 604_800_000).toISOString();
        // Of what airs the last half is to come.
        const isReleased = a.status !== 'airing' || index < a.episodes / 2;
        return [
          ...[episodeId(a.number, index), animeId(a.number), index + 1, isReleased ? 'released' : 'scheduled', at],
          ...[isReleased ? at : null, isReleased, a.updatedAt.getTime() * 1000 + index, a.updatedAt.toISOString()],
          a.updatedAt.toISOString(),
        ];
      });
    }),
  },
  episode_title: {
    columns: 'episode_id, position, title, language, kind',
    rows: each((a) =>
      counted(Math.floor(a.episodes / 2), (index) => [
        ...[episodeId(a.number, index), 0, `Episode ${index + 1} of ${a.number}`, 'en', 'official'],
      ]),
    ),
  },
  source_record: {
    columns: 'id, type, source, source_id, anime_id, record, updated_at, batch',
    rows: each((a) => [
      [
        ...[generatedId(5, a.number * STEP), 'anime', 'mal', a.number, animeId(a.number)],
        ...[JSON.stringify(generatedRecord(a)), a.updatedAt.toISOString(), a.number],
      ],
    ]),
  },
};

/** As the triggers would write it. @param airing the weekday */
function termNumbers(a: GeneratedAnime, airing: string | null = null): string {
  const numbers = [...a.studios.map((index) => -1 - index), ...a.genres.map((index) => 1 + index)].sort(
    (x, y) => x - y,
  );
  const weekday = (WEEKDAYS as readonly (string | null)[]).indexOf(airing);
  return `{${[...numbers, ...(weekday < 0 ? [] : [2 ** 30 + 1 + weekday])].join()}}`;
}

/** What the source told of an anime. @param told makes another synopsis of it */
export function generatedRecord(a: GeneratedAnime, told = ''): object {
  return {
    ...{ type: 'anime', source: 'mal', sourceId: String(a.number), titles: [{ title: a.title, language: 'ja-Latn' }] },
    ...{ format: a.format, status: a.status, startDate: a.startDate, year: a.year, season: a.season },
    ...{ episodes: a.episodeCount, durationMinutes: 24, synopsis: synopsis(a) + told, isAdult: a.isAdult },
    genres: a.genres.map((genre) => `Genre ${genre}`),
    studios: a.studios.map((studio) => `Studio ${studio}`),
    externalIds: { mal: String(a.number), anilist: String(a.number) },
    popularity: a.number % 1000,
  };
}

function synopsis(a: GeneratedAnime): string {
  return `A story about ${a.title}, told again. `.repeat(1 + (a.number % 5));
}

function terms(count: (anime: number) => number, id: (index: number) => string, slug: (index: number) => string) {
  return {
    columns: 'id, slug, name, key',
    rows: (anime: number) =>
      counted(count(anime), (index) => {
        const name = slug(index).replace('genre-', 'Genre ').replace('studio-', 'Studio ');
        return line([id(index), slug(index), name, name.toLowerCase()]);
      }),
  };
}

type Row = readonly (string | number | boolean | null)[];

function each(rowsOf: (a: GeneratedAnime, anime: number) => readonly Row[]) {
  return function* (anime: number): Generator<string> {
    for (let number = 1; number <= anime; number += 1) {
      for (const row of rowsOf(generatedAnime(number, anime), anime)) yield line(row);
    }
  };
}

/** COPY's text format; the generated texts have neither tabs nor line feeds. */
function line(row: Row): string {
  return `${row.map((value) => (value === null ? '\\N' : String(value).replaceAll('\\', '\\\\'))).join('\t')}\n`;
}

function counted<T>(count: number, of: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

function mixed(number: number): string {
  let hash = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0).toString(16).padStart(8, '0');
}
