import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { newAnime } from '../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type PostgresServer, startPostgres } from '../support/startPostgres.ts';
import { fillLargeTables, LARGE_TABLES } from './fillLargeTables.ts';

/** Rows of each large table, in thousands. */
const THOUSANDS = Number(process.env.LARGE_TABLES ?? 100);

/** Statements that read a large table whole, and why they may. */
const EXCEPTIONS: readonly (readonly [text: RegExp, why: string])[] = [
  [/_aggr_count_records/, 'sources list tells reviewers how many records each source has: it counts them all'],
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** What auto_explain has logged: the statement and its plan, those inside functions included. */
interface Logged {
  readonly 'Query Text': string;
  readonly Plan: Plan;
}

describeWith(['postgres'], 'every statement on large tables', () => {
  let folder: string;
  let server: PostgresServer;
  let service: CatalogService;
  let client: pg.Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-plans-'));
    await chmod(folder, 0o777);
    server = await startPostgres({
      ...{ logging_collector: 'on', log_directory: folder, log_filename: 'plans', log_file_mode: '0644' },
      ...{ session_preload_libraries: 'auto_explain' },
      ...{ 'auto_explain.log_format': 'json', 'auto_explain.log_nested_statements': 'on' },
    });
    service = await startCatalog({
      ...{ DATABASE_URL: server.url, DUMP: 'off', QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
    });
    await ask('mutation { approveSource(input: { name: "mal" }) { source { name } } }');
    await importRecords(newAnime(1, 50));
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await fillLargeTables(client, THOUSANDS * 1_000);
  }, 900_000);

  afterAll(async () => {
    await client?.end();
    await service?.stop();
    await server?.stop();
    await rm(folder, { recursive: true });
  }, 60_000);

  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${service.internalUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.environment.INTERNAL_TOKEN}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { readonly data?: unknown; readonly errors?: unknown };
  };
  const importRecords = (records: readonly object[]) =>
    ask('mutation($input: ImportCatalogInput!) { importCatalog(input: $input) { created updated rejected } }', {
      input: { records },
    });
  const get = async (target: string) => {
    const response = await fetch(`${service.publicUrl}${target}`);
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${target} answered ${response.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as {
      readonly items?: readonly { readonly id: string }[];
      readonly page?: { readonly nextCursor: string | null };
    };
  };

  test('reads by an index: no large table is read whole', async () => {
    await client.query('ALTER SYSTEM SET auto_explain.log_min_duration = 0');
    await client.query('SELECT pg_reload_conf()');
    await exercise();
    await client.query('ALTER SYSTEM SET auto_explain.log_min_duration = -1');
    await client.query('SELECT pg_reload_conf()');
    const logged = plansOf(await readFile(join(folder, 'plans'), 'utf8'));
    expect(logged.length).toBeGreaterThan(100);
    const whole = new Map<string, string>();
    for (const { 'Query Text': text, Plan } of logged) {
      const tables = readWhole(Plan).filter((table) => LARGE_TABLES.includes(table));
      if (tables.length > 0 && !EXCEPTIONS.some(([known]) => known.test(text)))
        whole.set(text.replaceAll(/\s+/g, ' ').slice(0, 300), tables.join());
    }
    expect([...whole]).toEqual([]);
  }, 900_000);

  /** What readers, tools, an import, the dispatcher, the indexer and the retention ask. */
  async function exercise(): Promise<void> {
    const lists = [
      '/v1/anime',
      '/v1/anime?sort=title.asc',
      '/v1/anime?sort=updated.desc',
      '/v1/anime?year=2013&season=spring',
    ];
    const filters = ['format=tv', 'status=airing', 'isAdult=false', 'episodes=12', 'genre=g7', 'airing=monday'];
    for (const target of [...lists, ...filters.map((filter) => `/v1/anime?${filter}&limit=5`)]) {
      const { page } = await get(target);
      if (page?.nextCursor)
        await get(`${target}${target.includes('?') ? '&' : '?'}after=${encodeURIComponent(page.nextCursor)}`);
    }
    const [anime] = (await get('/v1/anime?limit=1')).items ?? [];
    const since = new Date(Date.now() - 60_000).toISOString();
    for (const target of [
      ...[`/v1/anime/${anime?.id}`, `/v1/anime/${anime?.id}/episodes`, `/v1/anime?ids=${anime?.id}`],
      ...['/v1/anime?externalId=mal:7', `/v1/anime?updatedSince=${since}`, `/v1/episodes?updatedSince=${since}`],
      ...['/v1/anime/premieres', '/v1/episodes/releases', '/v1/schedules', '/v1/genres', '/v1/studios'],
      ...[
        '/v1/events?after=50',
        '/v1/events?after=50&kinds=episode.released',
        '/v1/events?limit=0',
        '/v1/search?q=anime',
      ],
    ])
      await get(target);
    for (const query of [
      '{ proposals(first: 20) { nodes { id } } }',
      '{ decisions(first: 20) { nodes { id } } }',
      '{ auditEvents(first: 20) { nodes { id } } }',
      '{ auditEvents(first: 20, actor: "ann") { nodes { id } } }',
      '{ sources { name } }',
      '{ deliveries(first: 20) { nodes { id } } }',
      '{ deliveries(first: 20, status: failed) { nodes { id } } }',
    ])
      await ask(query);
    await importRecords(newAnime(40, 40));
    const worker = await startCatalog({
      ...service.environment,
      ...{
        ROLES: 'webhooks',
        PORT: String(await freePort()),
        INTERNAL_PORT: String(await freePort()),
        EVENT_RETENTION_DAYS: '30',
        PROPOSAL_RETENTION_DAYS: '30',
      },
    });
    await worker.stop();
  }
});

function plansOf(log: string): Logged[] {
  return [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(
    ([, json = '']) => JSON.parse(json.replaceAll(/^\t/gm, '')) as Logged,
  );
}

/** The tables that a plan reads whole. */
function readWhole(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}
