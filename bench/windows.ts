/**
 * `npm run bench:windows [-- --json]`: what PostgreSQL does for the three window reads on 40,000 anime and 500,000 episodes: the
 * plan of every statement that the graph sends, and how long it took (best of five). Goal: index scans, under 5 ms.
 */

import type { ReadStatement } from '../src/database/database.ts';
import { openDatabase } from '../src/database/openDatabase.ts';
import { listPremieres } from '../src/graph/anime/animeLists.ts';
import { listReleases, listSchedules } from '../src/graph/episode/episodeLists.ts';
import { createPublications } from '../src/graph/publication/publications.ts';
import { Stores } from '../src/graph/reading/loaders.ts';
import { createContext } from '../src/graph/schema/context.ts';
import { publicResources } from '../src/rest/publicResources.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { DATASET } from './read/dataset.ts';
import { prepareDatabase } from './read/prepareDatabase.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

interface Measured {
  readonly query: string;
  readonly milliseconds: number;
  readonly scans: readonly string[];
}

const RUNS = 5;
const from = '2025-05-01T00:00:00.000Z';
const to = '2025-06-01T00:00:00.000Z';

const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
const postgres = given === undefined ? await startPostgres() : undefined;
const prepared = await prepareDatabase(given ?? postgres?.url ?? '');
const database = await openDatabase({ url: prepared.url, dataDir: '' });
const publications = createPublications(database, publicResources);
const statements: ReadStatement[] = [];
const recording = {
  ...database,
  client: database.client,
  inTransaction: false,
  read: (statement: ReadStatement) => {
    statements.push(statement);
    return database.read(statement);
  },
};
const ports = {
  database: recording,
  publications,
  now: () => new Date(),
  search: null,
  searchAdministration: null,
  diagnose: null,
  tokenIssuer: null,
  webhooks: null,
  stores: new Stores(recording),
};
const context = () => createContext(ports, { kind: 'public' });
const page = { first: 25, after: null };

const measured: Measured[] = [];
await explain('premieres', () => listPremieres(context(), { from: '2020-05-10', to: '2020-06-10', ...page }, 'whole'));
await explain('releases', () => listReleases(context(), { from, to, asOf: to, ...page }, 'whole'));
await explain('schedules', () =>
  listSchedules(context(), { from: '2025-06-02T00:00:00.000Z', to: '2025-07-02T00:00:00.000Z', ...page }, 'whole'),
);
await database.close();
await postgres?.stop();

console.log(`${DATASET.anime} anime, ${DATASET.episodes} episodes, windows of 31 days, best of ${RUNS}`);
for (const { query, milliseconds, scans } of measured)
  console.log(`${query.padEnd(22)} ${milliseconds.toFixed(2).padStart(7)} ms  ${scans.join(', ')}`);
if (process.argv.includes('--json')) console.log(JSON.stringify({ dataset: DATASET, queries: measured }));

/** Explains each statement that the read sends. */
async function explain(name: string, read: () => Promise<{ readonly nodes: readonly unknown[] }>): Promise<void> {
  statements.length = 0;
  const { nodes } = await read();
  if (nodes.length === 0) throw new Error(`${name}: the window is empty, so nothing would be measured`);
  for (const [index, statement] of statements.entries()) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await explainOnce(statement));
    const best = runs.reduce((a, b) => (a.milliseconds <= b.milliseconds ? a : b));
    measured.push({ query: `${name}, ${index === 0 ? 'keys' : 'documents'}`, ...best });
  }
}

async function explainOnce({ text, values }: ReadStatement): Promise<Omit<Measured, 'query'>> {
  return database.session(async (connection) => {
    const { rows } = await connection.query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...values],
    );
    const result = rows[0]?.['QUERY PLAN'][0];
    if (result === undefined) throw new Error('EXPLAIN answered nothing');
    return { milliseconds: result['Execution Time'], scans: [...new Set(scansOf(result.Plan))] };
  });
}

/** How the plan reads tables, e.g. `Index Scan episode_release_order`. */
function scansOf(plan: Plan): string[] {
  const relation = plan['Relation Name'];
  const index = plan['Index Name'];
  const own =
    index !== undefined
      ? [`${plan['Node Type']} ${index}`]
      : relation !== undefined
        ? [`${plan['Node Type']} ${relation}`]
        : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
