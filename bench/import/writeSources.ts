import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Two sources that tell of the same works, each anime followed by its episodes. */
export interface TwoSources {
  /** Paths of NDJSON of format `catalog`. */
  readonly first: string;
  readonly second: string;
  /** Records of each. */
  readonly records: number;
}

/** Writes them into a folder, with records as large as real ones: about 600 bytes an anime and 300 an episode. */
export async function writeSources(folder: string, anime: number, episodes: number): Promise<TwoSources> {
  const [first, second] = [join(folder, 'first.ndjson'), join(folder, 'second.ndjson')];
  await pipeline(Readable.from(lines('mal', anime, episodes)), createWriteStream(first));
  await pipeline(Readable.from(lines('anilist', anime, episodes)), createWriteStream(second));
  return { first, second, records: anime + episodes };
}

function* lines(source: 'mal' | 'anilist', anime: number, episodes: number): Generator<string> {
  let told = 0;
  for (let work = 1; work <= anime; work += 1) {
    yield `${JSON.stringify(animeOf(source, work))}\n`;
    const end = Math.round((work / anime) * episodes);
    for (let number = 1; told < end; number += 1, told += 1)
      yield `${JSON.stringify(episodeOf(source, work, number))}\n`;
  }
}

/** What the second source adds is another spelling and another language. */
function animeOf(source: 'mal' | 'anilist', work: number): object {
  const key = source === 'mal' ? `${work}` : `${work + 100_000}`;
  return {
    type: 'anime',
    source,
    sourceId: key,
    titles: [
      { title: `Boku no Natsuyasumi to Umi no Monogatari ${work}`, language: 'ja-Latn', kind: 'official' },
      source === 'mal'
        ? { title: `My Summer Holidays and the Story of the Sea ${work}`, language: 'en', kind: 'synonym' }
        : { title: `僕の夏休みと海の物語 ${work}`, language: 'ja', kind: null },
    ],
    format: 'tv',
    status: 'finished',
    startDate: `${1970 + (work % 50)}-04-06`,
    endDate: `${1970 + (work % 50)}-09-28`,
    year: 1970 + (work % 50),
    season: 'spring',
    episodes: 12,
    durationMinutes: 24,
    genres: ['Drama', 'Slice of Life', `Genre ${work % 40}`],
    studios: [`Studio ${work % 900}`],
    externalIds: { mal: `${work}`, anilist: `${work + 100_000}` },
    isAdult: false,
    popularity: source === 'mal' ? work : work + 1,
  };
}

function episodeOf(source: 'mal' | 'anilist', work: number, number: number): object {
  const key = source === 'mal' ? `${work}` : `${work + 100_000}`;
  const at = `2015-04-${String((number % 28) + 1).padStart(2, '0')}T16:58:00.000Z`;
  return {
    type: 'episode',
    source,
    sourceId: `${key}/${number}`,
    anime: { source, sourceId: key },
    number,
    titles: [
      source === 'mal'
        ? { title: `The Day on Which Everything Began, Part ${number}`, language: 'en' }
        : { title: `すべてが始まった日 ${number}`, language: 'ja' },
    ],
    status: 'released',
    scheduledAt: at,
    releasedAt: at,
  };
}
