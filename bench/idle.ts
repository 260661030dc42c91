/**
 * What an idle service costs, and whether a restore changes that: processor time of the process and of PostgreSQL while nobody asks for
 * anything, after an import, after its dump was restored into another cluster (whose transaction ids are far below the dumped ones), and
 * while a transaction of another database stays open after every anime was edited. CATALOG_FILE names the catalogue (format `catalog`,
 * .gz or .zst); without it the package bangumi-data is imported. Linux alone counts so.
 *
 *     npm run bench:idle -- [--seconds 60] [--json]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { askPostgres } from '../test/support/askPostgres.ts';
import { createTestDatabase } from '../test/support/createTestDatabase.ts';
import { dumpDatabase } from '../test/support/dumpDatabase.ts';
import { runCatalog } from '../test/support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../test/support/startCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { cpuTime } from './read/processFigures.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
});

/** Of one core. */
const GOAL_PERCENT = 1;
/** What a start, an import or a rebuild leaves behind has ended by then. */
const SETTLE_MS = 10_000;
/** As many transactions as a cluster has seen that is a while old. */
const OLDER_TRANSACTIONS = 30_000;

interface IdleFigures {
  readonly state: string;
  readonly anime: number;
  readonly seconds: number;
  readonly serviceCpuSeconds: number;
  readonly postgresCpuSeconds: number;
  readonly servicePercent: number;
}

const figures: IdleFigures[] = [];

const [older, newer] = [await startPostgres(), await startPostgres()];
await askPostgres(
  older.url,
  `DO $$ BEGIN FOR i IN 1..${OLDER_TRANSACTIONS} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
);
const database = await createTestDatabase({ server: older.url });
const service = await startCatalog({ DATABASE_URL: database.url });
await importCatalogue(service);
await measure('after an import', service, older.pid, database.url);
await service.stop();

const dump = await dumpDatabase(database.url);
const elsewhere = Object.assign(new URL(newer.url), { pathname: new URL(database.url).pathname }).href;
await dump.restoreAnew(elsewhere);
await dump.discard();
await older.stop();
const restored = await startCatalog({ DATABASE_URL: elsewhere });
await measure('restored into another cluster', restored, newer.pid, elsewhere);

const holder = new pg.Client({ connectionString: newer.url });
await holder.connect();
await holder.query('BEGIN; SELECT pg_current_xact_id()');
await askPostgres(elsewhere, 'UPDATE anime SET popularity = coalesce(popularity, 0) + 1');
await measure('a transaction of another database open', restored, newer.pid, elsewhere);
await holder.end();
await restored.stop();
await newer.stop();

if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);

async function measure(
  state: string,
  { pid, internalUrl }: CatalogService,
  postgres: number,
  url: string,
): Promise<void> {
  await indexed(internalUrl);
  await sleep(SETTLE_MS);
  const began = performance.now();
  const before = [cpuTime([pid]), cpuTime(processesOf(postgres))];
  await sleep(Number(values.seconds) * 1000);
  const after = [cpuTime([pid]), cpuTime(processesOf(postgres))];
  const seconds = (performance.now() - began) / 1000;
  const used = [0, 1].map((at) => ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / 1_000_000);
  const [{ anime }] = (await askPostgres(url, 'SELECT count(*)::int AS anime FROM anime')) as [{ anime: number }];
  const [serviceCpuSeconds = Number.NaN, postgresCpuSeconds = Number.NaN] = used;
  const servicePercent = Number(((serviceCpuSeconds / seconds) * 100).toFixed(2));
  figures.push({ state, anime, seconds: Math.round(seconds), serviceCpuSeconds, postgresCpuSeconds, servicePercent });
  process.stdout.write(
    `${state.padEnd(40)} ${anime} anime, ${seconds.toFixed(0)} s: service ${serviceCpuSeconds.toFixed(2)} s of processor ` +
      `(${servicePercent} % of a core; goal ${GOAL_PERCENT}), PostgreSQL ${postgresCpuSeconds.toFixed(2)} s\n`,
  );
}

/** Waits until the search index holds every change. */
async function indexed(internalUrl: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    const lag = /^anime_catalog_search_index_lag_seconds (\S+)$/m.exec(metrics)?.[1];
    if (lag !== undefined && Number(lag) < 2) return;
    await sleep(200);
  }
}

/** The postmaster, its helpers and the sessions that last. */
function processesOf(postmaster: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
    } catch {
      return Number.NaN;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

async function importCatalogue({ environment }: CatalogService): Promise<void> {
  const given = process.env.CATALOG_FILE;
  const file = given
    ? [given]
    : [createRequire(import.meta.url).resolve('bangumi-data/dist/data.json'), '--format', 'bangumi-data'];
  const { status, stderr } = await runCatalog(['import', ...file], { environment });
  if (status !== 0) throw new Error(`catalog import ended with ${status}: ${stderr}`);
}
