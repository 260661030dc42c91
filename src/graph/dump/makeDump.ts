import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Database, TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { RESERVED_SOURCES } from '../import/record.ts';
import { DUMP_CHUNK_BYTES } from '../model/limits.ts';
import { DUMP_VERSION, type DumpHead } from './dumpRecord.ts';
import { appendChunk, beginDump, completeDump, type DumpNode, dayOf, findDump, removeOldDumps } from './dumpRows.ts';
import { inSnapshot } from './inSnapshot.ts';
import { readDumpedRecords } from './readDumpedRecords.ts';

/** The pause after a page, as a multiple of the page's own time, which leaves the processor to readers. */
const PAUSE = 0.8;

/** Licences that ask for credit, by source. */
const LICENCES: Readonly<Record<string, string>> = {
  'bangumi-data': 'CC BY 4.0, https://github.com/bangumi-data/bangumi-data',
  'anime-offline-database': 'ODbL 1.0, https://github.com/manami-project/anime-offline-database',
};

const making = new WeakMap<Database, Promise<DumpNode>>();

interface Making {
  readonly now: () => Date;
  /** Ends it; the next dump removes what it left. */
  readonly signal?: AbortSignal;
}

/**
 * Makes the dump of the current UTC day from one snapshot, unless it exists. Concurrent calls share one dump.
 * @throws CatalogError conflict while another process makes it, or when the catalogue keeps changing
 */
export function makeDump(database: Database, { now, signal }: Making): Promise<DumpNode> {
  const running = making.get(database) ?? make(database, now(), signal).finally(() => making.delete(database));
  making.set(database, running);
  return running;
}

async function make(database: Database, at: Date, signal: AbortSignal | undefined): Promise<DumpNode> {
  const date = at.toISOString().slice(0, 10);
  const known = await findDump(database, date);
  if (known !== null) return known;
  const day = dayOf(date);
  await inSnapshot(
    database,
    async (client) => {
      // The previous holder of the lock may have made it.
      if ((await findDump(database, date)) !== null) return null;
      const head = await readHead(client, at);
      const { position, anime, episodes } = head;
      await beginDump(database, { date: day, madeAt: at, position: BigInt(position), anime, episodes });
      return await store(database, day, pages(head, client, signal));
    },
    async (content) => {
      if (content !== null) await completeDump(database, day, content);
      await removeOldDumps(database, day);
    },
  );
  const made = await findDump(database, date);
  if (made === null) throw new Error(`the dump of ${date} was made and is not there`);
  return made;
}

/**
 * A dump of the catalogue of now, which is kept nowhere. Memory holds it whole, 5 MB of 26,000 anime.
 * @throws CatalogError as makeDump
 */
export async function makeFreshDump(database: Database, { now, signal }: Making): Promise<FreshDump> {
  const at = now();
  const { head, content } = await inSnapshot(database, async (client) => {
    const head = await readHead(client, at);
    return { head, content: await pipeline(pages(head, client, signal), createGzip(), buffer) };
  });
  const { madeAt, position, anime, episodes } = head;
  const digest = createHash('sha256').update(content).digest('base64url');
  const date = madeAt.slice(0, 10);
  return {
    dump: { date, madeAt, position: String(position), anime, episodes, size: content.length, digest },
    content,
  };
}

interface FreshDump {
  readonly dump: DumpNode;
  readonly content: Buffer;
}

async function readHead(client: TransactionClient, at: Date): Promise<DumpHead> {
  const { position } = await client.publicationHead.findUniqueOrThrow({ where: { id: 1 } });
  const ofEntities = { some: { type: { in: ['anime', 'episode'] } } } satisfies Prisma.SourceRecordListRelationFilter;
  const sources = await client.source.findMany({
    where: { name: { notIn: [...RESERVED_SOURCES.keys()] }, records: ofEntities },
    orderBy: { name: 'asc' },
  });
  return {
    type: 'dump',
    version: DUMP_VERSION,
    madeAt: at.toISOString(),
    position: Number(position),
    anime: await client.anime.count({ where: { mergedIntoId: null } }),
    episodes: await client.episode.count({ where: { anime: { mergedIntoId: null } } }),
    sources: sources.map(({ name }) => ({ name, licence: LICENCES[name] ?? null })),
  };
}

/** The lines of a dump, a page at a time. */
async function* pages(
  head: DumpHead,
  client: TransactionClient,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  let began = performance.now();
  for await (const page of readDumpedRecords(client)) {
    signal?.throwIfAborted();
    yield page.map((record) => `${JSON.stringify(record)}\n`).join('');
    await sleep((performance.now() - began) * PAUSE, undefined, { signal });
    began = performance.now();
  }
}

/** Compresses and stores the lines; memory holds a page and a chunk at most. */
async function store(database: Database, date: Date, lines: AsyncIterable<string>) {
  const hash = createHash('sha256');
  let size = 0;
  const append = async (number: number, bytes: Buffer) => {
    hash.update(bytes);
    size += bytes.length;
    await appendChunk(database, date, number, bytes);
  };
  await pipeline(lines, createGzip(), async (pieces: AsyncIterable<Buffer>) => {
    let held = Buffer.alloc(0);
    let number = 0;
    for await (const piece of pieces) {
      held = Buffer.concat([held, piece]);
      for (; held.length >= DUMP_CHUNK_BYTES; held = held.subarray(DUMP_CHUNK_BYTES)) {
        await append(number++, held.subarray(0, DUMP_CHUNK_BYTES));
      }
    }
    if (held.length > 0) await append(number, held);
  });
  return { size, digest: hash.digest('base64url') };
}
