import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { animeRecord, episodeRecord } from '../catalogRecords.ts';

/** Two sources that tell of the same works, each anime followed by its episodes. */
export interface TwoSources {
  /** Paths of NDJSON of format `catalog`. */
  readonly first: string;
  readonly second: string;
  /** Records of each. */
  readonly records: number;
}

/** Writes them into a folder. */
export async function writeSources(folder: string, anime: number, episodes: number): Promise<TwoSources> {
  const [first, second] = [join(folder, 'first.ndjson'), join(folder, 'second.ndjson')];
  await pipeline(Readable.from(lines('mal', anime, episodes)), createWriteStream(first));
  await pipeline(Readable.from(lines('anilist', anime, episodes)), createWriteStream(second));
  return { first, second, records: anime + episodes };
}

function* lines(source: 'mal' | 'anilist', anime: number, episodes: number): Generator<string> {
  let told = 0;
  for (let work = 1; work <= anime; work += 1) {
    const record = animeRecord(source, work);
    yield `${JSON.stringify(record)}\n`;
    const end = Math.round((work / anime) * episodes);
    for (let number = 1; told < end; number += 1, told += 1) {
      const at = new Date(Date.UTC(2015, 3, (number % 28) + 1, 16, 58));
      yield `${JSON.stringify(episodeRecord(record, number, at))}\n`;
    }
  }
}
