/**
 * What a read costs in the program as people run it, beside the same answers hand-written in Express and pg: built,
 * started as `npm start` starts it with its defaults and all roles, on a real PostgreSQL, after its own import and once
 * more after a restart; then restarted with REPRESENTATION_CACHE_MB=0, where nothing is held between requests. It is
 * asked with an API key, in turn with the hand-written server; each server has one core, the client the other, 2,000
 * requests a row rotate over 32 connections.
 *
 *     npm run bench:read -- [--catalog FILE] [--anime 8000] [--episodes 5] [--rows 'list,one,episodes,releases,list 304,one 304']
 *         [--phases 'imported,restarted,not held'] [--seconds 4] [--rounds 3] [--beside DIR] [--json]
 *
 * The anime are the first of a file in the import format `catalog` (NDJSON, .gz; default CATALOG_FILE), else generated;
 * the episodes always are. `--beside` is another checkout that is built, such as the commit before: it has a database
 * and a column of its own.
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it servers are started for the run. On a machine that
 * does other things ratios and CPU hold, milliseconds do not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchDatabase, openDatabase } from './openDatabase.ts';
import { canPin } from './read/cores.ts';
import { type Handwritten, startHandwritten } from './read/handwritten.ts';
import { hasWrk, writeRequests } from './read/loadClient.ts';
import { type Figures, measure, type Subject } from './read/measure.ts';
import { Program } from './read/program.ts';
import { assertSameAnswers, findTargets, handwrittenTargets, NOT_HELD_GOAL, ROWS, requestsOf } from './read/rows.ts';
import { writeCatalog } from './read/writeCatalog.ts';

const PHASES = ['imported', 'restarted', 'not held'] as const;

const { values: options } = parseArgs({
  options: {
    catalog: { type: 'string' },
    anime: { type: 'string', default: '8000' },
    episodes: { type: 'string', default: '5' },
    rows: { type: 'string', default: ROWS.map(({ name }) => name).join() },
    phases: { type: 'string', default: PHASES.join() },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    beside: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const anime = Number(options.anime);
const rows = chosen('rows', options.rows, ROWS);
const phases = chosen(
  'phases',
  options.phases,
  PHASES.map((name) => ({ name })),
);
const rounds = { seconds: Number(options.seconds), rounds: Number(options.rounds) };

const folder = mkdtempSync(join(tmpdir(), 'bench-read-'));
const databases: BenchDatabase[] = [];
const programs: Program[] = [];
const report: Record<string, readonly Figures[]> = {};
try {
  const file = join(folder, 'catalog.ndjson');
  await writeCatalog(file, { anime, episodes: Number(options.episodes) }, options.catalog ?? process.env.CATALOG_FILE);
  await install('program');
  if (options.beside !== undefined) await install('beside', resolve(options.beside));
  for (const program of programs) await program.fill(file);
  process.stdout.write(
    `${anime} anime; client ${hasWrk ? 'wrk' : 'Node'}; ${canPin ? 'tied to cores' : 'NOT tied to cores'}\n`,
  );
  const handwritten = await startHandwritten(databases[0]?.url ?? '');
  try {
    for (const { name } of phases) await measurePhase(name, handwritten);
  } finally {
    handwritten.stop();
  }
} finally {
  for (const program of programs) await program.stop();
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true });
}
if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);

/** A program that has a database of its own. */
async function install(name: string, tree?: string): Promise<void> {
  const database = await openDatabase();
  databases.push(database);
  programs.push(await Program.install(name, tree, database.url, join(folder, name)));
}

async function measurePhase(phase: (typeof PHASES)[number], handwritten: Handwritten): Promise<void> {
  for (const program of programs) {
    if (phase !== 'imported') await program.start(phase === 'not held' ? { REPRESENTATION_CACHE_MB: '0' } : {});
    await program.rest();
  }
  const asked = await Promise.all(
    programs.map(async (program) => ({ server: program, targets: await findTargets(program, anime) })),
  );
  const [own] = asked;
  if (own === undefined) return;
  const baseline = { ...handwritten, name: 'hand-written', authorization: own.server.authorization };
  const all = [{ server: baseline, targets: handwrittenTargets(own.targets) }, ...asked];
  for (const row of rows) {
    // Without a cache a conditional read is one row of the database, which the others tell as well.
    if (phase === 'not held' && row.isConditional) continue;
    await assertSameAnswers(row, all.slice(0, 2));
    const subjects: Subject[] = [];
    for (const { server, targets } of all) {
      const { name, origin, pid } = server;
      const path = join(folder, `${name} ${row.name}`);
      subjects.push({ name, origin, pid, file: writeRequests(path, await requestsOf(row, server, targets)) });
    }
    const figures = await measure(subjects, rounds);
    report[`${phase}: ${row.name}`] = figures;
    print(`${row.name}, ${phase}`, phase === 'not held' ? NOT_HELD_GOAL : row.goal, figures);
  }
}

function print(title: string, goal: number, figures: readonly Figures[]): void {
  const heads = ['req/s', 'ratio', 'CPU us', 'ratio', 'p50 ms', 'p99 ms', 'peak MB'];
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(9)).join('');
  process.stdout.write(`\n${title.padEnd(22)}${cells(heads)}   goal ${goal.toFixed(2)}\n`);
  for (const { name, requestsPerSecond, ratio, cpuUs, cpuRatio, p50Ms, p99Ms, peakMb } of figures) {
    const numbers = [requestsPerSecond.toFixed(0), ratio.toFixed(2), cpuUs.toFixed(0), cpuRatio.toFixed(2)];
    const rest = [p50Ms.toFixed(1), p99Ms.toFixed(1), peakMb.toFixed(0)];
    process.stdout.write(`${name.padEnd(22)}${cells([...numbers, ...rest])}\n`);
  }
}

/** Those that an option names. @throws on an unknown name */
function chosen<Item extends { readonly name: string }>(option: string, names: string, items: readonly Item[]): Item[] {
  return names.split(',').map((name) => {
    const item = items.find((each) => each.name === name);
    if (item === undefined) throw new Error(`--${option} ${name}: known are ${items.map((each) => each.name).join()}`);
    return item;
  });
}
