/**
 * How fast `catalog import` publishes a real catalogue, and what a reader notices meanwhile: into PostgreSQL and into
 * the embedded database, each by the command against a service of its own. CATALOG_FILE names the file (NDJSON of
 * format `catalog`, .gz or .zst); without it the package bangumi-data is imported.
 *
 * Then two sources of the same 26,340 anime and 300,000 episodes, one over the other, into PostgreSQL: what the second
 * one costs.
 *
 *     npm run bench:import -- [--target postgresql|embedded|both] [--search on|off] [--works 26340] [--json]
 *
 * `--works` is how many anime the two sources tell of, 0 for none of this.
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it a server is started for the run.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCatalog } from '../test/support/runCatalog.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { watchReads } from './import/watchReads.ts';
import { writeSources } from './import/writeSources.ts';
import { openDatabase } from './openDatabase.ts';
import { type ProcessUsage, usageOf } from './usageOf.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'both' },
    search: { type: 'string', default: 'on' },
    works: { type: 'string', default: '26340' },
    json: { type: 'boolean', default: false },
  },
});

const GOALS = {
  postgresql: '3,000 records/s',
  embedded: '60 s for 26,340 records',
  second: '2,000 records/s',
} as const;

const EPISODES_PER_WORK = 300_000 / 26_340;

interface ImportFigures {
  readonly records: number;
  readonly seconds: number;
  readonly recordsPerSecond: number;
  /** The same file once more: nothing changes. */
  readonly againPerSecond: number;
  /** Processor seconds during the first import and peak resident memory; null where /proc does not tell. */
  readonly server: UsageFigures | null;
  readonly command: UsageFigures | null;
  /** GET /v1/anime?limit=25, one after the other, while the first import ran. */
  readonly reads: { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };
}

interface UsageFigures {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

function chooseFile(): readonly string[] {
  const given = process.env.CATALOG_FILE;
  if (given) return [given];
  process.stderr.write('CATALOG_FILE is not set: importing the package bangumi-data instead.\n');
  return [createRequire(import.meta.url).resolve('bangumi-data/dist/data.json'), '--format', 'bangumi-data'];
}

async function measure(name: 'postgresql' | 'embedded'): Promise<ImportFigures> {
  // The service makes an embedded database in a folder of its own, which goes with it.
  const database = name === 'embedded' ? undefined : await openDatabase();
  const service = await startCatalog({
    ...(database && { DATABASE_URL: database.url }),
    SEARCH: values.search,
  });
  try {
    const idle = usageOf(service.pid)?.cpuSeconds ?? 0;
    const reads = watchReads(`${service.publicUrl}/v1/anime?limit=25`);
    const first = await importOnce(service.environment);
    const readTimes = await reads.end();
    const server = usageFigures(usageOf(service.pid), idle);
    const again = await importOnce(service.environment);
    return {
      records: first.summary.records,
      seconds: first.summary.seconds,
      recordsPerSecond: first.summary.recordsPerSecond,
      againPerSecond: again.summary.recordsPerSecond,
      server,
      command: usageFigures(first.usage, 0),
      reads: readTimes,
    };
  } finally {
    await service.stop();
    await database?.close();
  }
}

interface SecondSourceFigures {
  /** Of each source. */
  readonly records: number;
  readonly firstPerSecond: number;
  readonly secondPerSecond: number;
  readonly server: UsageFigures | null;
}

/** Two sources of the same works, one over the other. */
async function measureSecondSource(works: number): Promise<SecondSourceFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  const database = await openDatabase();
  const service = await startCatalog({ DATABASE_URL: database.url, SEARCH: values.search });
  try {
    const { first, second, records } = await writeSources(folder, works, Math.round(works * EPISODES_PER_WORK));
    const before = await importOnce(service.environment, [first]);
    const idle = usageOf(service.pid)?.cpuSeconds ?? 0;
    const after = await importOnce(service.environment, [second]);
    return {
      records,
      firstPerSecond: before.summary.recordsPerSecond,
      secondPerSecond: after.summary.recordsPerSecond,
      server: usageFigures(usageOf(service.pid), idle),
    };
  } finally {
    await service.stop();
    await database.close();
    await rm(folder, { recursive: true });
  }
}

interface Summary {
  readonly complete: boolean;
  readonly records: number;
  readonly seconds: number;
  readonly recordsPerSecond: number;
}

async function importOnce(
  environment: Readonly<Record<string, string>>,
  file: readonly string[] = chooseFile(),
): Promise<{ usage: ProcessUsage | null; summary: Summary }> {
  let usage: ProcessUsage | null = null;
  let watch: NodeJS.Timeout | undefined;
  const whileRunning = ({ pid }: ChildProcess) => {
    watch = setInterval(() => {
      usage = usageOf(pid) ?? usage;
    }, 50);
  };
  const run = await runCatalog(['import', ...file, '--json'], { environment, whileRunning });
  clearInterval(watch);
  const summary = JSON.parse(run.stdout) as Summary;
  // A real catalogue may hold a title that is none.
  if (!summary.complete) throw new Error(`catalog import ended with ${run.status}: ${run.stderr}`);
  return { usage, summary };
}

function usageFigures(usage: ProcessUsage | null, before: number): UsageFigures | null {
  if (usage === null) return null;
  const cpuSeconds = Number((usage.cpuSeconds - before).toFixed(1));
  return { cpuSeconds, peakMegabytes: Math.round(usage.peakMemory / 1e6) };
}

function usageText(usage: UsageFigures | null): string {
  return usage === null ? 'unknown' : `${usage.cpuSeconds} s of processor, ${usage.peakMegabytes} MB at most`;
}

const report: Record<string, ImportFigures | SecondSourceFigures> = {};
for (const name of ['postgresql', 'embedded'] as const) {
  if (values.target !== 'both' && values.target !== name) continue;
  const figures = await measure(name);
  report[name] = figures;
  const { reads } = figures;
  process.stdout.write(
    `${name}: ${figures.records} records in ${figures.seconds.toFixed(1)} s, ${figures.recordsPerSecond} records/s ` +
      `(goal ${GOALS[name]}); once more ${figures.againPerSecond} records/s\n` +
      `  service: ${usageText(figures.server)}; command: ${usageText(figures.command)}\n` +
      `  reads meanwhile: ${reads.count}, p50 ${reads.p50} ms, p99 ${reads.p99} ms, longest ${reads.max} ms\n`,
  );
}
const works = Number(values.works);
if (works > 0 && values.target !== 'embedded' && Object.keys(report).length > 0) {
  const figures = await measureSecondSource(works);
  report.second = figures;
  process.stdout.write(
    `second source, postgresql: ${figures.records} records over as many of the first, ${figures.secondPerSecond} records/s ` +
      `(goal ${GOALS.second}); the first ${figures.firstPerSecond} records/s\n  service: ${usageText(figures.server)}\n`,
  );
}
if (Object.keys(report).length === 0) {
  process.stderr.write(`--target is ${values.target}: it must be postgresql, embedded or both\n`);
  process.exit(2);
}
if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
