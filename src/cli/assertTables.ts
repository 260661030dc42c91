import type { Database } from '../database/database.ts';
import { CommandFailure } from './failures.ts';

/** @throws CommandFailure `no_tables` where the database is not the catalogue's, or not yet */
export async function assertTables(database: Pick<Database, 'query'>): Promise<void> {
  const [row] = await database.query<{ missing: boolean }>({
    text: "SELECT to_regclass('public.service_state') IS NULL AS missing",
  });
  if (row?.missing !== true) return;
  throw new CommandFailure(
    'no_tables',
    'the database has no tables of the catalogue: set DATABASE_URL to the one that has, or make them with catalog migrate',
  );
}
