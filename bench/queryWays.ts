/**
 * What a read costs by the way that its statement takes: typed Prisma with joins, one statement by Prisma's raw queries, and the same
 * statement as a prepared one of the pool. The process is tied to one core, the ways take turns, all three answer the same.
 *
 *     npm run bench:query-ways -- [--seconds 2] [--rounds 3] [--concurrency 8] [--catalogue postgresql://…]
 *
 * Without a catalogue it is that of bench:read: 40,000 anime and 500,000 episodes. CPU counts this process, mapping included.
 */
import { deepStrictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import type { Database, ReadStatement, TextRows } from '../src/database/database.ts';
import { openDatabase } from '../src/database/openDatabase.ts';
import { readIn } from '../src/database/reader.ts';
import { animeSource } from '../src/graph/anime/animeEntity.ts';
import { listAnime } from '../src/graph/anime/animeLists.ts';
import { animeOrders } from '../src/graph/anime/animeOrders.ts';
import { readAnimeEpisodes } from '../src/graph/episode/animeEpisodes.ts';
import { episodeSource } from '../src/graph/episode/episodeEntity.ts';
import { listReleases } from '../src/graph/episode/episodeLists.ts';
import { type EntitySource, entitiesByIds, type VersionedEntity } from '../src/graph/reading/entitySource.ts';
import { writePosition } from '../src/graph/reading/keysetList.ts';
import { askPostgres } from '../test/support/askPostgres.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { openJoinedClient } from './queryWays/joinedClient.ts';
import { typedReads } from './queryWays/typedReads.ts';
import { pin, SERVER_CORE } from './read/cores.ts';
import { median } from './read/median.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';
import { shuffled } from './read/scenarios.ts';

type Read = (target: string) => Promise<readonly unknown[]>;
type Reader = Pick<Database, 'client' | 'read'>;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    catalogue: { type: 'string' },
  },
});
const PAGE = 25;

const server = process.env.TEST_DATABASE_URL;
const postgres = options.catalogue === undefined && server === undefined ? await startPostgres() : undefined;
const url = options.catalogue ?? (await prepareDatabase(server ?? postgres?.url ?? '')).url;
const joined = await openJoinedClient(url);
const database = await openDatabase({ url, dataDir: '' });
const { client } = database;
const raw: Reader = { client, read: (statement: ReadStatement): Promise<TextRows> => readIn(client, statement) };
pin(process.pid, SERVER_CORE);
try {
  const animeIds = await idsOf('anime');
  const episodeIds = await idsOf('episode');
  const pages = (ids: readonly string[]) => ids.map((_, at) => [...ids, ...ids].slice(at, at + PAGE).join(' '));
  await compare('one anime', animeIds, {
    typed: (id) => typedReads.animeByIds(joined, [id]),
    raw: (id) => byIds(raw, animeSource, [id]),
    prepared: (id) => byIds(database, animeSource, [id]),
  });
  await compare(`${PAGE} anime by ids`, pages(animeIds), {
    typed: (ids) => typedReads.animeByIds(joined, ids.split(' ')),
    raw: (ids) => byIds(raw, animeSource, ids.split(' ')),
    prepared: (ids) => byIds(database, animeSource, ids.split(' ')),
  });
  const animeList = async (reader: Reader, id: string) => {
    const after = writePosition(animeOrders['id.asc'], [id]);
    return (await listAnime({ database: reader }, { first: PAGE, after, sort: 'id.asc' }, 'whole')).nodes;
  };
  await compare('list of anime', animeIds, {
    typed: async (id) => (await typedReads.animeAfter(joined, id, PAGE + 1)).slice(0, PAGE),
    raw: (id) => animeList(raw, id),
    prepared: (id) => animeList(database, id),
  });
  if (episodeIds.length > 0) await compareEpisodes(animeIds, pages(episodeIds));
} finally {
  await joined.$disconnect();
  await database.close();
  await postgres?.stop();
}

async function compareEpisodes(animeIds: readonly string[], pages: readonly string[]): Promise<void> {
  await compare(`${PAGE} episodes by ids`, pages, {
    typed: (ids) => typedReads.episodesByIds(joined, ids.split(' ')),
    raw: (ids) => byIds(raw, episodeSource, ids.split(' ')),
    prepared: (ids) => byIds(database, episodeSource, ids.split(' ')),
  });
  const ofAnime = async (reader: Reader, id: string) =>
    (await readAnimeEpisodes(reader, [id], { first: PAGE, after: null, wanted: 'whole' })).get(id)?.nodes ?? [];
  await compare('episodes of one', animeIds, {
    typed: async (id) => (await typedReads.episodesOf(joined, id, PAGE + 1)).slice(0, PAGE),
    raw: (id) => ofAnime(raw, id),
    prepared: (id) => ofAnime(database, id),
  });
  const weeks = animeIds.map((_, at) => new Date(Date.UTC(1990, 1, 1 + at * 6)).toISOString());
  const endOf = (from: string) => new Date(Date.parse(from) + 7 * 86_400_000).toISOString();
  const releasesFrom = async (reader: Reader, from: string) => {
    const window = { from, to: endOf(from), asOf: new Date().toISOString(), first: PAGE };
    return (await listReleases({ database: reader }, window, 'whole')).nodes;
  };
  await compare('releases', weeks, {
    typed: async (from) => (await typedReads.releases(joined, from, endOf(from), PAGE + 1)).slice(0, PAGE),
    raw: (from) => releasesFrom(raw, from),
    prepared: (from) => releasesFrom(database, from),
  });
}

async function byIds<Entity extends VersionedEntity>(reader: Reader, source: EntitySource<Entity>, ids: string[]) {
  const [columns = []] = await reader.read(entitiesByIds(source, ids));
  return source.parse(columns);
}

/** 2,000 ids, in the same order in every run. */
async function idsOf(table: 'anime' | 'episode'): Promise<string[]> {
  const condition = table === 'anime' ? 'WHERE merged_into_id IS NULL' : '';
  const rows = await askPostgres<{ id: string }>(
    url,
    `SELECT id FROM ${table} ${condition} ORDER BY md5(id::text) LIMIT 2000`,
  );
  const ids = rows.map(({ id }) => id);
  return shuffled(ids.length).map((at) => ids[at] as string);
}

interface Sample {
  readonly rate: number;
  readonly cpuUs: number;
  readonly p99Ms: number;
}

async function compare(title: string, targets: readonly string[], ways: Readonly<Record<string, Read>>): Promise<void> {
  for (const target of targets.slice(0, 20)) {
    const answers = await Promise.all(Object.values(ways).map(async (read) => sorted(await read(target))));
    for (const answer of answers) deepStrictEqual(answer, answers[0]);
  }
  const samples = new Map(Object.keys(ways).map((name) => [name, [] as Sample[]]));
  for (let round = -1; round < Number(options.rounds); round += 1) {
    for (const [name, read] of Object.entries(ways)) {
      const sample = await load(read, targets, round < 0 ? 0.5 : Number(options.seconds));
      if (round >= 0) samples.get(name)?.push(sample);
    }
  }
  process.stdout.write(`\n${title.padEnd(20)}  reads/s  CPU us   p99 ms\n`);
  for (const [name, own] of samples) {
    const cell = (key: keyof Sample, digits: number) =>
      (median(own.map((it) => it[key])) ?? 0).toFixed(digits).padStart(9);
    process.stdout.write(`  ${name.padEnd(18)}${cell('rate', 0)}${cell('cpuUs', 0)}${cell('p99Ms', 1)}\n`);
  }
}

function sorted(nodes: readonly unknown[]): VersionedEntity[] {
  return [...(nodes as readonly VersionedEntity[])].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function load(read: Read, targets: readonly string[], seconds: number): Promise<Sample> {
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  const cpu = process.cpuUsage();
  const latencies: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let now = begin; now < end; ) {
      await read(targets[next++ % targets.length] as string);
      const done = performance.now();
      latencies.push(done - now);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: Number(options.concurrency) }, worker));
  const { user, system } = process.cpuUsage(cpu);
  const elapsed = (performance.now() - begin) / 1_000;
  latencies.sort((a, b) => a - b);
  return {
    rate: latencies.length / elapsed,
    cpuUs: (user + system) / latencies.length,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}
