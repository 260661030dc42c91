import { randomBytes } from 'node:crypto';
import { askPostgres } from '../test/support/askPostgres.ts';
import { type PostgresServer, startPostgres } from '../test/support/startPostgres.ts';

/** An empty database of PostgreSQL. */
export interface BenchDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** On the server of TEST_DATABASE_URL, the URL of a superuser; without it on one that is started for it. */
export async function openDatabase(): Promise<BenchDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  const server: PostgresServer | null = given ? null : await startPostgres();
  const administrator = given ?? server?.url ?? '';
  const name = `bench_${randomBytes(4).toString('hex')}`;
  await askPostgres(administrator, `CREATE DATABASE ${name}`);
  return {
    url: Object.assign(new URL(administrator), { pathname: `/${name}` }).href,
    async close() {
      await askPostgres(administrator, `DROP DATABASE ${name} WITH (FORCE)`);
      await server?.stop();
    },
  };
}
