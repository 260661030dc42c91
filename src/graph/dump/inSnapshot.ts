import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Database, ReadStatement, TextRows } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import type { Read } from './readDumpedRecords.ts';

/** The lock of the one process that makes a dump: an arbitrary pair. */
const LOCK = [0x64_75_6d_70, 1];

/** The attempts at a snapshot of the embedded database. */
const ATTEMPTS = 3;

/**
 * Runs `work` over one snapshot of the database, in one process of the installation at a time.
 *
 * On PostgreSQL it is a read-only transaction, which delays no others. On the embedded database a transaction would
 * block readers, which share its only connection: there each statement runs by itself, and `work` starts again when the
 * catalogue has changed since its beginning.
 * @param finish called with the result of consistent work, before another process may begin
 * @throws CatalogError conflict while another process works, or when the catalogue keeps changing
 */
export async function inSnapshot<T>(
  database: Database,
  work: (read: Read) => Promise<T>,
  finish: (result: T) => Promise<void>,
): Promise<void> {
  if (database.kind === 'embedded') {
    await finish(await unchanged((statement) => database.read(statement), work));
    return;
  }
  await database.session(async (connection) => {
    const { rows } = await connection.query('SELECT pg_try_advisory_lock($1, $2) AS locked', LOCK);
    if (!rows[0]?.locked) throw new CatalogError('conflict', 'Another process is making the dump: wait for it.');
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work((statement) => readOn(connection, statement));
    await connection.query('COMMIT');
    await finish(result);
    await connection.query('SELECT pg_advisory_unlock($1, $2)', LOCK);
  });
}

async function unchanged<T>(read: Read, work: (read: Read) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await read(STATE);
    const result = await work(read);
    if (isDeepStrictEqual(before, await read(STATE))) return result;
  }
  throw new CatalogError('conflict', 'The catalogue keeps changing: try again when the import has ended.');
}

/** Any change of an anime or episode raises its change version, which is higher than every earlier one. */
const STATE: ReadStatement = {
  text: `SELECT (SELECT position::text FROM publication_head) AS position,
    (SELECT concat_ws(' ', count(*), max(version)) FROM anime) AS anime,
    (SELECT concat_ws(' ', count(*), max(version)) FROM episode) AS episodes`,
  values: [],
};

const asText = { getTypeParser: () => (value: unknown) => value };

async function readOn(connection: pg.ClientBase, { text, values }: ReadStatement): Promise<TextRows> {
  const { rows } = await connection.query({ text, values: [...values], rowMode: 'array', types: asText });
  return rows;
}
