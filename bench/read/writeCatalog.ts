import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AnimeRecord, animeRecord, episodeRecord, readAnime } from '../catalogRecords.ts';

interface Size {
  readonly anime: number;
  /** Of each anime. */
  readonly episodes: number;
}

const WEEK = 7 * 86_400_000;

/**
 * Writes a catalogue of the import format `catalog`, each anime followed by weekly episodes.
 * @param from a file whose first anime are taken; without it all are generated
 */
export async function writeCatalog(path: string, size: Size, from: string | undefined): Promise<void> {
  await pipeline(
    Readable.from(lines(from === undefined ? generated() : readAnime(from), size)),
    createWriteStream(path),
  );
}

async function* lines(anime: AsyncIterable<AnimeRecord>, size: Size): AsyncGenerator<string> {
  let written = 0;
  for await (const record of anime) {
    if (written === size.anime) return;
    written += 1;
    yield `${JSON.stringify(record)}\n`;
    const first = firstRelease(record, written);
    for (let number = 1; number <= size.episodes; number += 1) {
      yield `${JSON.stringify(episodeRecord(record, number, new Date(first + (number - 1) * WEEK)))}\n`;
    }
  }
  if (written < size.anime) throw new Error(`the file has ${written} anime, not ${size.anime}`);
}

async function* generated(): AsyncGenerator<AnimeRecord> {
  for (let work = 1; ; work += 1) yield animeRecord('mal', work);
}

/** Where a day is not stated, one of 13,000 since 1990. */
function firstRelease({ startDate }: AnimeRecord, written: number): number {
  const stated = /^\d{4}-\d{2}-\d{2}$/.test(startDate ?? '') ? Date.parse(`${startDate}T15:30:00Z`) : Number.NaN;
  return Number.isNaN(stated) ? Date.UTC(1990, 0, 1, 15, 30) + ((written * 7919) % 13_000) * 86_400_000 : stated;
}
