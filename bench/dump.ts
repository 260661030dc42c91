/**
 * What the dump of the day costs: its time and size, what the service's memory grows by, and what readers notice. The catalogue is
 * that of CATALOG_FILE (gzip of NDJSON, format `catalog`), with five episodes an anime.
 *
 *     npm run bench:dump -- [--target postgresql|embedded|both] [--restore] [--json]
 *
 * `--restore` also imports the dump into an empty database, and dumps that.
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it a server is started for the run.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runCatalog } from '../test/support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../test/support/startCatalog.ts';
import { type ImportTarget, openTarget } from './import/openTarget.ts';
import { watchReads } from './import/watchReads.ts';
import { residentMegabytes } from './read/processFigures.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'both' },
    restore: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const EPISODES = 5;
/** How long readers are watched without a dump. */
const CALM_MS = 20_000;

const catalog = process.env.CATALOG_FILE ?? '';
if (catalog === '') throw new Error('CATALOG_FILE must name a catalogue');
const folder = await mkdtemp(join(tmpdir(), 'bench-dump-'));
const figures: Record<string, unknown> = {};
for (const name of ['postgresql', 'embedded'] as const) {
  if (values.target === name || values.target === 'both') figures[name] = await measure(name);
}
await rm(folder, { recursive: true });
process.stdout.write(`${JSON.stringify(figures, null, values.json ? 0 : 2)}\n`);

async function measure(name: 'postgresql' | 'embedded') {
  const target = await openTarget(name);
  const service = await startService(target);
  try {
    await run(service, ['import', catalog]);
    await run(service, ['import', await writeEpisodes()]);
    await sleep(10_000);
    const url = `${service.publicUrl}/v1/anime?limit=25`;
    const calm = watchReads(url, 10);
    await sleep(CALM_MS);
    const without = await calm.end();
    const before = residentOf(service);
    const busy = watchReads(url, 10);
    const began = performance.now();
    const path = join(folder, `${name}.ndjson.gz`);
    const memory = watchMemory(service);
    const { anime, episodes, size } = await run(service, ['dump', path]);
    const seconds = (performance.now() - began) / 1000;
    const peak = memory.end();
    const during = await busy.end();
    const dump = { anime, episodes, size, seconds, moreMegabytes: peak - before, reads: { without, during } };
    return values.restore ? { ...dump, restored: await restore(name, path) } : dump;
  } finally {
    await service.stop();
    await target.close();
  }
}

async function restore(name: 'postgresql' | 'embedded', path: string) {
  const target = await openTarget(name);
  const service = await startService(target);
  try {
    const { seconds, recordsPerSecond, rejected } = await run(service, ['import', path, '--format', 'dump']);
    const again = join(folder, `${name}-again.ndjson.gz`);
    await run(service, ['dump', again]);
    return { seconds, recordsPerSecond, rejected, isSame: (await digestOf(path)) === (await digestOf(again)) };
  } finally {
    await service.stop();
    await target.close();
  }
}

function startService(target: ImportTarget): Promise<CatalogService> {
  return startCatalog({
    ...target.variables,
    DUMP: 'off',
    SEARCH: 'off',
    QUOTA_ANONYMOUS: '1000000',
    QUOTA_CREDENTIALED: '2000000',
  });
}

async function run(service: CatalogService, command: readonly string[]): Promise<Record<string, number>> {
  const { stdout, stderr, status } = await runCatalog([...command, '--json'], { environment: service.environment });
  const result = JSON.parse(stdout);
  if (status !== 0 && result.error != null) throw new Error(stderr);
  return result;
}

/** Episodes of every anime, as records of its source. */
async function writeEpisodes(): Promise<string> {
  const lines = gunzipSync(await readFile(catalog))
    .toString()
    .trimEnd()
    .split('\n');
  const episodes = lines.flatMap((line) => {
    const { source, sourceId } = JSON.parse(line);
    return Array.from({ length: EPISODES }, (_, index) => episode({ source, sourceId }, index + 1));
  });
  const path = join(folder, 'episodes.ndjson.gz');
  await writeFile(path, gzipSync(episodes.map((record) => `${JSON.stringify(record)}\n`).join('')));
  return path;
}

function episode(anime: { readonly source: string; readonly sourceId: string }, number: number): object {
  const releasedAt = new Date(Date.UTC(2010, 0, 1) + number * 604_800_000).toISOString();
  const titles = [
    { title: `Episode ${number} of ${anime.sourceId}`, language: 'en' },
    { title: `${anime.sourceId}の第${number}話`, language: 'ja' },
  ];
  const key = { source: anime.source, sourceId: `${anime.sourceId}/${number}` };
  return { type: 'episode', ...key, anime, number, titles, status: 'released', scheduledAt: releasedAt, releasedAt };
}

/** Of every line after the first. */
async function digestOf(path: string): Promise<string> {
  const text = gunzipSync(await readFile(path));
  return createHash('sha256')
    .update(text.subarray(text.indexOf('\n')))
    .digest('hex');
}

function residentOf({ pid }: CatalogService): number {
  return residentMegabytes(pid ?? 0) ?? Number.NaN;
}

function watchMemory(service: CatalogService): { end(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(service));
  }, 50);
  return {
    end() {
      clearInterval(timer);
      return peak;
    },
  };
}
