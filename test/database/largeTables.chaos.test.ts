import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema } from 'graphql';
import pg from 'pg';
import { isSmall } from '../../scripts/migrations/smallTables.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { type RetentionRule, retentionRules } from '../../src/server/retention/retentionRules.ts';
import { runRetention } from '../../src/server/retention/runRetention.ts';
import { askGraph } from '../support/askGraph.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { rootFields, selectAll } from '../support/selectAll.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type PostgresServer, startPostgres } from '../support/startPostgres.ts';
import { everyMutation } from './everyMutation.ts';
import { everyQuery } from './everyQuery.ts';
import { fillLargeTables, LARGE_TABLES, OTHER_TABLES, SPAN_DAYS } from './fillLargeTables.ts';
import { loggedPlans, plannedReads } from './plannedReads.ts';

/** Rows of each large table. */
const ROWS = Number(process.env.LARGE_TABLES ?? 100) * 1_000;
/** The more rows, the longer they are filled and removed. */
jest.setTimeout(ROWS * 9);
/** Rows that one node of a plan reads at most: the longest page of a list, or of the rows that are deleted, several times. */
const MOST_ROWS = 5_000;
/** Pages of an index that a row costs at most, and a search in it. More are those that are walked for what they do not have. */
const pagesFor = (rows: number, loops: number) => 200 + 8 * (rows + loops);

/** Fields that read everything, or that cannot be asked here, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  account: 'of a person, who has tables of her own',
  endAccountSession: 'of a person, who has tables of her own',
  idsEndingWith: 'a tool asks it of what a human has typed: it reads all ids',
  invitedName: 'of a secret: it is read by its digest, as acceptInvitation reads it',
  makeDump: 'it writes the whole catalogue',
  reindexSearch: 'it reads the whole catalogue',
  restoreDump: 'into an empty catalogue alone',
};

/** Statements that read a large table whole, and why they may. */
const EXCEPTIONS: readonly (readonly [text: RegExp, why: string])[] = [
  [/_aggr_count_records/, 'sources list tells reviewers how many records each source has: it counts them all'],
];

describeWith(['postgres'], 'every statement on large tables', () => {
  let folder: string;
  let server: PostgresServer;
  let service: CatalogService;
  let client: pg.Client;
  let schema: GraphQLSchema;
  const asked = new Set<string>();
  const refused: string[] = [];

  beforeAll(async () => {
    schema = buildSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'));
    folder = await mkdtemp(join(tmpdir(), 'catalog-plans-'));
    await chmod(folder, 0o777);
    server = await startPostgres({
      ...{ logging_collector: 'on', log_directory: folder, log_filename: 'plans', log_file_mode: '0644' },
      ...{ session_preload_libraries: 'auto_explain', max_wal_size: '4GB' },
      ...{ 'auto_explain.log_format': 'json', 'auto_explain.log_nested_statements': 'on' },
      ...{ 'auto_explain.log_analyze': 'on', 'auto_explain.log_buffers': 'on', 'auto_explain.log_timing': 'off' },
    });
    service = await startCatalog({
      ...{ DATABASE_URL: server.url, DUMP: 'off', QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
    });
    await mutate('approveSource', { name: 'mal' });
    await mutate('importCatalog', { records: newAnime(1, 50) });
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await fillLargeTables(client, ROWS);
  });

  afterAll(async () => {
    await client?.end();
    await service?.stop();
    await server?.stop();
    await rm(folder, { recursive: true });
  }, 60_000);

  const ask = async (kind: 'query' | 'mutation', name: string, variables: Readonly<Record<string, unknown>>) => {
    const field = rootFields(schema, kind)[name];
    if (field === undefined) throw new Error(`the schema has no ${kind} ${name}`);
    asked.add(name);
    const document = selectAll(field, kind, Object.keys(variables), kind === 'query' ? 3 : 2);
    const answer = await askGraph<Record<string, unknown>>(service, document, variables).catch((error: Error) => {
      refused.push(`${name} ${JSON.stringify(variables).slice(0, 200)}: ${error.message.slice(0, 300)}`);
      return {} as Record<string, unknown>;
    });
    return answer[name];
  };
  const mutate = async (name: string, input: object, ...path: readonly string[]) => {
    const answer = await ask('mutation', name, { input });
    return path.length === 0 ? '' : textAt(answer, path);
  };
  const pendingProposal = async () =>
    textAt(await ask('query', 'proposals', { first: 1, status: 'PENDING', source: 'mal' }), ['nodes', '0', 'id']);

  test('every table is large, or known to be small', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const known = (name: string) => LARGE_TABLES.includes(name) || OTHER_TABLES.includes(name) || isSmall(name);
    expect(rows.map(({ name }) => name).filter((name) => !known(name))).toEqual([]);
    for (const table of LARGE_TABLES) {
      const { rows: filled } = await client.query(`SELECT count(*)::int >= $1 AS "isFilled" FROM ${table}`, [ROWS]);
      expect([table, filled]).toEqual([table, [{ isFilled: true }]]);
    }
  }, 120_000);

  test('reads what it returns, by an index: no large table or index is read whole', async () => {
    await client.query('ALTER SYSTEM SET auto_explain.log_min_duration = 0');
    await client.query('SELECT pg_reload_conf()');
    await exercise();
    await client.query('ALTER SYSTEM SET auto_explain.log_min_duration = -1');
    await client.query('SELECT pg_reload_conf()');
    const logged = loggedPlans(await readFile(join(folder, 'plans'), 'utf8'));
    expect(logged.length).toBeGreaterThan(1_000);
    const { rows: indexes } = await client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = ANY($1::regclass[])`,
      [LARGE_TABLES],
    );
    const isLarge = ({ table, index }: { table: string | null; index: string | null }) =>
      table === null ? indexes.some(({ name }) => name === index) : LARGE_TABLES.includes(table);
    const faults = new Map<string, string>();
    for (const { 'Query Text': text, Plan } of logged) {
      if (EXCEPTIONS.some(([known]) => known.test(text))) continue;
      for (const read of plannedReads(Plan).filter((it) => isLarge(it) && it.loops > 0)) {
        const isWalked = read.buffers > pagesFor(read.rows, read.loops);
        if (!read.isWhole && read.rows <= MOST_ROWS && !isWalked) continue;
        faults.set(text.replaceAll(/\s+/g, ' ').slice(0, 300), JSON.stringify(read));
      }
    }
    expect({ refused, faults: [...faults] }).toEqual({ refused: [], faults: [] });
  });

  test('nothing that the graph offers is left out unnamed', () => {
    const offered = [...Object.keys(rootFields(schema, 'query')), ...Object.keys(rootFields(schema, 'mutation'))];
    expect(offered.filter((name) => !asked.has(name)).sort()).toEqual(Object.keys(LEFT_OUT).sort());
  });

  /** What readers, tools, an import and the retention ask; the service's dispatcher and indexer follow. */
  async function exercise(): Promise<void> {
    for (const [name, variants] of Object.entries(everyQuery()))
      for (const variables of variants) await ask('query', name, variables);
    await everyMutation(mutate, pendingProposal);
    await readPublicly();
    await removeOld();
  }

  /** What every rule of the retention reads and removes: a twentieth of the rows. */
  async function removeOld(): Promise<void> {
    const database = await openDatabase({ url: server.url, dataDir: '' });
    const days = SPAN_DAYS * 0.95;
    const rules = retentionRules({
      ...{ deliveries: days, auditEvents: days, events: days, tombstones: days, proposals: days },
    });
    const removed = new Set<string>();
    const observer = {
      removed: ({ name }: RetentionRule) => void removed.add(name),
      succeeded: () => {},
      failed: ({ name }: RetentionRule, error: unknown) => {
        throw new Error(`the retention of ${name} failed`, { cause: error });
      },
    };
    await runRetention(database, rules, observer, new AbortController().signal);
    await database.close();
    // Tombstones stay until every index has passed them.
    expect([...removed].sort()).toEqual(['audit events', 'deliveries', 'events', 'proposals']);
  }

  /** What REST reads otherwise than the graph's fields: keys of pages whose items are cached, and the pages after. */
  async function readPublicly(): Promise<void> {
    const get = async (target: string) => {
      const response = await fetch(`${service.publicUrl}${target}`);
      const text = await response.text();
      if (response.status >= 400) throw new Error(`${target} answered ${response.status}: ${text.slice(0, 200)}`);
      return JSON.parse(text) as { readonly page?: { readonly nextCursor: string | null } };
    };
    const since = new Date(Date.now() - 60_000).toISOString();
    for (const target of [
      ...['/v1/anime?', '/v1/anime?sort=title.asc&', '/v1/anime?sort=updated.desc&', '/v1/anime?genre=g7&'],
      ...[`/v1/anime?updatedSince=${since}&`, `/v1/episodes?updatedSince=${since}&`, '/v1/anime/premieres?'],
      ...['/v1/episodes/releases?', '/v1/schedules?', '/v1/genres?', '/v1/studios?', '/v1/search?q=filled&'],
    ]) {
      const { page } = await get(`${target}limit=5`);
      if (page?.nextCursor) await get(`${target}limit=5&after=${encodeURIComponent(page.nextCursor)}`);
      await get(`${target}limit=5`);
    }
  }
});

/** '' where there is none: then what asked for it was refused, or what it is given to will be. */
function textAt(answer: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    answer,
  );
  return typeof found === 'string' ? found : '';
}
