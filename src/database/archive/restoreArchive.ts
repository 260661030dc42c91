import { shippedFolders } from '../../base/shippedFolders.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../databaseError.ts';
import { migrate, type SchemaFolders } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migrationHistory.ts';
import { checkHead, parsed, restoreLines } from './restoreLines.ts';
import type { TableSum } from './tableFacts.ts';

/**
 * Fills an empty database with an archive of this release or an earlier one: it is migrated to the archive's last
 * migration, filled, and migrated on.
 * @throws DatabaseError as migrate and restoreLines; `archive_of_other_schema` for one of a later release
 */
export async function restoreArchive(
  database: Database,
  lines: AsyncIterable<string>,
  folders: SchemaFolders = shippedFolders,
): Promise<TableSum[]> {
  const all = lines[Symbol.asyncIterator]();
  const first = await all.next();
  const { migrations } = checkHead(parsed(first.value ?? '', 1));
  const known = (await readMigrations(folders.migrations)).map(({ name }) => name);
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new DatabaseError(
      'archive_of_other_schema',
      `the archive has the tables of migration ${unknown}, which this release does not know: restore it with the release that made it, or a later one`,
    );
  }
  await migrate(database, { ...folders, until: migrations });
  async function* again(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => all };
  }
  const sums = await database.session((connection) => restoreLines(connection, again()));
  await migrate(database, folders);
  return sums;
}
