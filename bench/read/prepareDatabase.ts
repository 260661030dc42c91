import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { DATASET, datasetStatements } from './dataset.ts';

export interface BenchDatabase {
  readonly url: string;
  /** Whether an earlier run left it. */
  readonly reused: boolean;
  drop(): Promise<void>;
}

const NAME = `bench_read_${DATASET.anime}_${DATASET.episodes}_${DATASET.edition}`;

/** The benchmark's own database on the server of this administrator's URL; filled if it is not there yet. */
export async function prepareDatabase(administrator: string): Promise<BenchDatabase> {
  const url = urlOf(administrator, NAME);
  const drop = async () => {
    await run(administrator, [`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`]);
  };
  if (await exists(administrator)) return { url, reused: true, drop };
  // Renamed when it is whole: a run that was stopped leaves nothing that looks like it.
  const unfinished = `${NAME}_unfinished`;
  await run(administrator, [`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`, `CREATE DATABASE ${unfinished}`]);
  const database = await openDatabase({ url: urlOf(administrator, unfinished), dataDir: '' });
  await migrate(database);
  await database.close();
  await run(urlOf(administrator, unfinished), [...datasetStatements, 'VACUUM (ANALYZE)', 'CHECKPOINT']);
  await run(administrator, [`ALTER DATABASE ${unfinished} RENAME TO ${NAME}`]);
  return { url, reused: false, drop };
}

function urlOf(administrator: string, name: string): string {
  return Object.assign(new URL(administrator), { pathname: `/${name}` }).href;
}

async function exists(administrator: string): Promise<boolean> {
  return (await run(administrator, [`SELECT FROM pg_database WHERE datname = '${NAME}'`])) > 0;
}

/** Answers with the rows of the last statement. */
async function run(connectionString: string, statements: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows = 0;
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
    return rows;
  } finally {
    await client.end();
  }
}
