import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { shippedFolders } from '../src/base/shippedFolders.ts';
import { readMigrations } from '../src/database/migrations/migrationHistory.ts';
import { readFunctions } from '../src/database/migrations/sqlFunctions.ts';

/** What an anime's prominence is made of, as an import record has it. */
export interface ProminenceRecord {
  readonly id: string;
  readonly titles: readonly { readonly title: string; readonly language: string | null }[];
  readonly sites: readonly string[];
  readonly year: number | null;
  readonly episodes: number | null;
  readonly popularity: number | null;
}

/** As an import does. */
const RECORDS_AT_ONCE = 500;

/** Of records as JSON. */
const INSERTS = [
  `INSERT INTO anime (id, title, year, episode_count, popularity)
    SELECT id, titles -> 0 ->> 'title', year, episodes, popularity FROM jsonb_to_recordset($1::jsonb)
      AS r (id uuid, titles jsonb, year smallint, episodes int, popularity float8)`,
  `INSERT INTO anime_title (anime_id, position, title, language)
    SELECT id, n - 1, t ->> 'title', t ->> 'language' FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, titles jsonb),
      jsonb_array_elements(titles) WITH ORDINALITY AS e (t, n)`,
  `INSERT INTO anime_external_id (anime_id, site, external_id, position)
    SELECT id, site, id::text, n - 1 FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, sites jsonb),
      jsonb_array_elements_text(sites) WITH ORDINALITY AS e (site, n)`,
];

/**
 * The prominence that the tables give each record, in their order: the records are written to a database of its own.
 * That takes a minute, so it is remembered in the folder for temporary files.
 */
export async function computeProminences(records: readonly ProminenceRecord[]): Promise<number[]> {
  const migrations = await readMigrations();
  const functions = await readFunctions(shippedFolders.functions, migrations);
  const texts = [...migrations, ...functions.texts].map(({ sql }) => sql);
  const hash = createHash('sha256')
    .update(JSON.stringify([texts, records]))
    .digest('hex')
    .slice(0, 16);
  const remembered = join(tmpdir(), `catalog-prominence-${hash}.json`);
  try {
    return JSON.parse(await readFile(remembered, 'utf8')) as number[];
  } catch {
    const prominences = await weigh(records, texts);
    await writeFile(remembered, JSON.stringify(prominences));
    return prominences;
  }
}

async function weigh(all: readonly ProminenceRecord[], texts: readonly string[]): Promise<number[]> {
  const database = await PGlite.create();
  try {
    // As migrations do: a function may call one whose file comes later.
    await database.exec('SET check_function_bodies TO off');
    for (const sql of texts) await database.exec(sql);
    for (let n = 0; n < all.length; n += RECORDS_AT_ONCE) {
      const records = all.slice(n, n + RECORDS_AT_ONCE);
      await database.transaction(async (transaction) => {
        for (const sql of INSERTS) await transaction.query(sql, [JSON.stringify(records)]);
        await transaction.query('SELECT update_prominence($1::uuid[])', [records.map(({ id }) => id)]);
      });
    }
    const { rows } = await database.query<{ id: string; prominence: number }>(
      'SELECT anime_id AS id, points AS prominence FROM anime_prominence',
    );
    const prominences = new Map(rows.map(({ id, prominence }) => [id, prominence]));
    return all.map(({ id }) => prominences.get(id) ?? 0);
  } finally {
    await database.close();
  }
}
