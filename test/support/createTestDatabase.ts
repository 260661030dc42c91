import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { sharedServer } from './sharedServer.ts';

interface TestDatabaseOptions {
  /** Default: the catalogue's tables; 'empty' for a database without any table. */
  readonly template?: 'empty';
  /** A superuser's URL; default: the server that all test files share. */
  readonly server?: string;
}

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** Ends what is still connected to it and drops it. */
  drop(): Promise<void>;
}

/** A new database, of the caller alone. To copy the catalogue's tables takes a tenth of the time that the migrations take. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { server = await sharedServer('postgres'), template } = options;
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`;
  await asAdministrator(server, async (client) => {
    const source = template === 'empty' ? 'template0' : await ensureTemplate(client, server);
    await client.query(`create database ${name} template ${source}`);
  });
  return {
    name,
    url: urlOf(server, name),
    drop: () => asAdministrator(server, (client) => dropDatabase(client, name)),
  };
}

/** Drops every database of this run, templates included: for a server that outlives the run. */
export async function dropTestDatabases(server: string): Promise<void> {
  await asAdministrator(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

/** The migrated database of this run that others are copies of. */
async function ensureTemplate(client: pg.Client, server: string): Promise<string> {
  const name = `${databasePrefix()}template`;
  // Held by this connection: other workers wait here while the first prepares.
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name} template template0`);
      try {
        const database = await openDatabase({ url: urlOf(server, name), dataDir: '' });
        // All its connections are closed when it is copied.
        await migrate(database).finally(() => database.close());
        await client.query(`alter database ${name} allow_connections false`);
      } catch (error) {
        await dropDatabase(client, name);
        throw error;
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
  return name;
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

async function asAdministrator<T>(server: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

function databasePrefix(): string {
  return `test_${process.env.TEST_RUN ?? 'alone'}_`;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
