import { randomBytes } from 'node:crypto';
import { askPostgres } from '../../test/support/askPostgres.ts';
import { type PostgresServer, startPostgres } from '../../test/support/startPostgres.ts';

/** An empty database for one import. */
export interface ImportTarget {
  /** Variables of the service that opens it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openTarget(name: 'postgresql' | 'embedded'): Promise<ImportTarget> {
  // The service makes its embedded database in a folder of its own, which goes with it.
  if (name === 'embedded') return { variables: {}, close: async () => {} };
  const given = process.env.TEST_DATABASE_URL;
  const server: PostgresServer | null = given ? null : await startPostgres();
  const administrator = given ?? server?.url ?? '';
  const database = `bench_import_${randomBytes(4).toString('hex')}`;
  await askPostgres(administrator, `CREATE DATABASE ${database}`);
  return {
    variables: { DATABASE_URL: Object.assign(new URL(administrator), { pathname: `/${database}` }).href },
    async close() {
      await askPostgres(administrator, `DROP DATABASE ${database} WITH (FORCE)`);
      await server?.stop();
    },
  };
}
