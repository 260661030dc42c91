import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** An anime of the import format `catalog`, as far as a benchmark reads it. */
export interface AnimeRecord {
  readonly type: 'anime';
  readonly source: string;
  readonly sourceId: string;
  readonly titles: readonly {
    readonly title: string;
    readonly language?: string | null;
    readonly kind?: string | null;
  }[];
  readonly format?: string;
  readonly status?: string;
  readonly year?: number | null;
  readonly popularity?: number | null;
  readonly season?: string | null;
  readonly genres?: readonly string[];
  readonly studios?: readonly string[];
  readonly isAdult?: boolean | null;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  readonly episodes?: number | null;
  readonly durationMinutes?: number | null;
  readonly externalIds?: Readonly<Record<string, string>> | null;
}

/** The anime of a file in the format `catalog` (NDJSON), gzipped or plain. @throws when it cannot be read */
export async function* readAnime(path: string): AsyncGenerator<AnimeRecord> {
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => input.destroy(error));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    const record = JSON.parse(line) as { readonly type: string };
    if (record.type === 'anime') yield record as AnimeRecord;
  }
}

/** A generated anime as large as a real record, some 600 bytes; a second source adds a spelling and a language. */
export function animeRecord(source: 'mal' | 'anilist', work: number): AnimeRecord {
  const year = 1970 + (work % 50);
  const titles = [
    { title: `Boku no Natsuyasumi to Umi no Monogatari ${work}`, language: 'ja-Latn', kind: 'official' },
    source === 'mal'
      ? { title: `My Summer Holidays and the Story of the Sea ${work}`, language: 'en', kind: 'synonym' }
      : { title: `僕の夏休みと海の物語 ${work}`, language: 'ja', kind: null },
  ];
  const dates = { startDate: `${year}-04-06`, endDate: `${year}-09-28`, year, season: 'spring' };
  return {
    type: 'anime',
    source,
    sourceId: keyOf(source, work),
    titles,
    format: 'tv',
    status: 'finished',
    ...dates,
    episodes: 12,
    durationMinutes: 24,
    genres: ['Drama', 'Slice of Life', `Genre ${work % 40}`],
    studios: [`Studio ${work % 900}`],
    externalIds: { mal: keyOf('mal', work), anilist: keyOf('anilist', work) },
    isAdult: false,
    popularity: source === 'mal' ? work : work + 1,
  };
}

function keyOf(source: 'mal' | 'anilist', work: number): string {
  return source === 'mal' ? `${work}` : `${work + 100_000}`;
}

/** A generated episode, some 300 bytes. */
export function episodeRecord(anime: Pick<AnimeRecord, 'source' | 'sourceId'>, number: number, at: Date): object {
  const { source, sourceId } = anime;
  const title =
    source === 'anilist'
      ? { title: `すべてが始まった日 ${number}`, language: 'ja' }
      : { title: `The Day on Which Everything Began, Part ${number}`, language: 'en' };
  const isReleased = at.getTime() <= Date.now();
  return {
    type: 'episode',
    source,
    sourceId: `${sourceId}/${number}`,
    anime: { source, sourceId },
    number,
    titles: [title],
    status: isReleased ? 'released' : 'scheduled',
    scheduledAt: at.toISOString(),
    ...(isReleased && { releasedAt: at.toISOString() }),
  };
}
