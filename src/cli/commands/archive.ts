import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorMessage } from '../../base/errors.ts';
import { readConfiguration } from '../../configuration/configuration.ts';
import type { TableSum } from '../../database/archive/tableFacts.ts';
import type { Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/databaseError.ts';
import { argument } from '../command/parameters.ts';
import { working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { decompress } from '../import/decompress.ts';
import { openInput } from '../import/openInput.ts';
import { splitLines } from '../import/splitLines.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { assertTables, withDatabase } from '../withDatabase.ts';
import { writeWhole } from '../writeWhole.ts';

/** The longest line, a row: the longest text that JavaScript can hold. */
const LONGEST_LINE = 2 ** 29;

const notes = 'Reads DATABASE_URL, or the embedded database in DATA_DIR while no service runs on it.';

/** `catalog archive FILE` */
export const archive = working({
  name: 'archive',
  about: 'Write the whole database to a file: identifiers, revisions, events, webhooks and decisions',
  example: 'catalog.archive.gz',
  notes,
  parameters: { file: argument('<file>', 'the file to write, such as catalog.archive.gz') },
  async run({ file }) {
    await withDatabase(readConfiguration(process.env), (database) => writeArchive(database, file));
    return { json: { file }, text: `${file}: the archive of the database.` };
  },
});

/** `catalog restore FILE` */
export const restore = working({
  name: 'restore',
  about: 'Fill an empty database with an archive of this release or an earlier one',
  example: 'catalog.archive.gz',
  notes,
  parameters: { file: argument('<file>', 'what catalog archive has written') },
  async run({ file }) {
    const work = (database: Database) => fill(database, linesOf(file));
    const tables = await withDatabase(readConfiguration(process.env), work, { mayBeNew: true }).catch(
      (error: unknown) => {
        if (!(error instanceof DatabaseError) || error.code !== 'archive_broken') throw error;
        throw new CommandFailure(error.code, `${file}: ${error.message}`, { cause: error });
      },
    );
    const rows = tables.reduce((sum, table) => sum + Number(table.rows), 0);
    const text = `${file}: ${formatCount(rows)} rows of ${tables.length} tables are in the database; counts and checksums agree.`;
    return { json: { from: file, tables }, text };
  },
});

/** An archive holds the secrets of the database. */
async function writeArchive(database: Database, file: string): Promise<void> {
  await assertTables(database);
  const { archiveLines } = await import('../../database/archive/archiveLines.ts');
  const write = (connection: Parameters<typeof archiveLines>[0]) =>
    writeWhole(
      file,
      async (write) => {
        async function* text() {
          for await (const line of archiveLines(connection)) yield `${line}\n`;
        }
        await pipeline(text(), createGzip(), async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) await write(piece);
        });
      },
      { isSecret: true },
    );
  await database.session(write);
}

async function fill(database: Database, lines: AsyncIterable<string>): Promise<TableSum[]> {
  const { restoreArchive } = await import('../../database/archive/restoreArchive.ts');
  return await restoreArchive(database, lines);
}

/** Not node:readline, which breaks lines at U+2028 too: JSON has it in its texts. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const input = await openInput(file);
  try {
    for await (const line of splitLines(decompress(input.chunks), LONGEST_LINE)) {
      if ('problem' in line) throw new Error(`line ${line.number}: ${line.problem}`);
      yield line.text;
    }
  } catch (error) {
    throw new CommandFailure('archive_broken', `${file} cannot be read: ${errorMessage(error)}`, { cause: error });
  } finally {
    input.close();
  }
}
