import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { findPostgresProgram } from '../../test/support/startPostgres.ts';
import { generatedTables } from './generatedRows.ts';

/** Lines of one write. */
const LINES = 5_000;

export interface GeneratedCatalogue {
  readonly url: string;
  /** Null where an earlier run left it. */
  readonly seconds: number | null;
  drop(): Promise<void>;
}

/**
 * A database with so many generated anime and ten times as many episodes, on the server of this administrator's URL; for
 * growth an earlier one of that size is taken as it is. Rows come by COPY, without triggers; then the indexes are made.
 * @param schema default: this version's
 */
export async function prepareCatalogue(
  administrator: string,
  anime: number,
  purpose: 'growth' | 'migrations' = 'growth',
  schema?: Parameters<typeof migrate>[1],
): Promise<GeneratedCatalogue> {
  const name = `bench_${purpose}_${anime}`;
  const url = Object.assign(new URL(administrator), { pathname: `/${name}` }).href;
  const drop = () => run(administrator, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
  const [existing] = await query<{ description: string | null }>(
    administrator,
    `SELECT shobj_description(oid, 'pg_database') AS description FROM pg_database WHERE datname = '${name}'`,
  );
  // Migrations change it.
  if (purpose === 'growth' && existing?.description === 'complete') return { url, seconds: null, drop };
  const began = performance.now();
  await drop();
  await run(administrator, [`CREATE DATABASE ${name}`]);
  const database = await openDatabase({ url, dataDir: '' });
  await migrate(database, schema);
  await database.close();
  const indexes = await query<{ name: string; definition: string }>(
    url,
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid
     WHERE c.oid IS NULL AND i.indrelid = ANY(ARRAY['${Object.keys(generatedTables).join(`','`)}']::regclass[])`,
  );
  await run(
    url,
    indexes.map((index) => `DROP INDEX ${index.name}`),
  );
  for (const [table, { columns, rows }] of Object.entries(generatedTables))
    await copy(url, table, columns, rows(anime));
  await run(url, [
    // Without the triggers of terms, which compare every old row with every new one.
    'SET session_replication_role = replica',
    ...['genre', 'studio'].map(
      (term) =>
        `UPDATE ${term} t SET anime_count = l.count FROM (SELECT ${term}_id, count(*) FROM anime_${term} GROUP BY 1) l WHERE l.${term}_id = t.id`,
    ),
    `SET maintenance_work_mem = '512MB'`,
    ...indexes.map(({ definition }) => definition),
    'VACUUM (ANALYZE)',
    `COMMENT ON DATABASE ${name} IS 'complete'`,
    'CHECKPOINT',
  ]);
  return { url, seconds: (performance.now() - began) / 1000, drop };
}

async function copy(url: string, table: string, columns: string, rows: Iterable<string>): Promise<void> {
  const program = findPostgresProgram('psql');
  if (program === undefined) throw new Error('psql is not installed');
  const statements = [`SET session_replication_role = replica`, `COPY ${table} (${columns}) FROM STDIN`];
  const psql = spawn(program, ['-qX', '-v', 'ON_ERROR_STOP=1', ...statements.flatMap((text) => ['-c', text]), url], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(psql, 'exit');
  await pipeline(Readable.from(parts(rows)), psql.stdin);
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(`psql ended with ${status} over ${table}`);
}

function* parts(rows: Iterable<string>): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(row);
    if (lines.length < LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

async function run(connectionString: string, statements: readonly string[]): Promise<void> {
  await inSession(connectionString, async (client) => {
    for (const text of statements) await client.query(text);
  });
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  return await inSession(connectionString, async (client) => (await client.query<Row>(text)).rows);
}

async function inSession<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
