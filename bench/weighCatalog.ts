import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Migration, readMigrations } from '../src/database/migrationHistory.ts';

/** What an anime's prominence is made of, as an import record has it. */
export interface WeighedRecord {
  readonly id: string;
  readonly titles: readonly { readonly title: string; readonly language: string | null }[];
  readonly sites: readonly string[];
  readonly year: number | null;
  readonly episodes: number | null;
  readonly popularity: number | null;
}

/** As an import does. */
const RECORDS_AT_ONCE = 500;

/**
 * The prominence that the tables' triggers give each record, in their order: the records are written to a database of its own. That
 * takes a minute, so it is remembered in the folder for temporary files.
 */
export async function weighCatalog(records: readonly WeighedRecord[]): Promise<number[]> {
  const migrations = await readMigrations();
  const hash = createHash('sha256')
    .update(JSON.stringify([migrations, records]))
    .digest('hex')
    .slice(0, 16);
  const remembered = join(tmpdir(), `catalog-prominence-${hash}.json`);
  try {
    return JSON.parse(await readFile(remembered, 'utf8')) as number[];
  } catch {
    const prominences = await weigh(records, migrations);
    await writeFile(remembered, JSON.stringify(prominences));
    return prominences;
  }
}

async function weigh(all: readonly WeighedRecord[], migrations: readonly Migration[]): Promise<number[]> {
  const database = await PGlite.create();
  try {
    for (const { sql } of migrations) await database.exec(sql);
    for (let n = 0; n < all.length; n += RECORDS_AT_ONCE) {
      const records = all.slice(n, n + RECORDS_AT_ONCE);
      await database.transaction(async (transaction) => {
        await transaction.query(
          `INSERT INTO anime (id, title, year, episode_count, popularity)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::int[], $5::float8[])`,
          [
            records.map(({ id }) => id),
            records.map(({ titles }) => titles[0]?.title ?? ''),
            records.map(({ year }) => year),
            records.map(({ episodes }) => episodes),
            records.map(({ popularity }) => popularity),
          ],
        );
        const titles = records.flatMap(({ id, titles }) =>
          titles.map((title, position) => ({ id, position, ...title })),
        );
        await transaction.query(
          `INSERT INTO anime_title (anime_id, position, title, language)
         SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::text[])`,
          [
            titles.map(({ id }) => id),
            titles.map(({ position }) => position),
            titles.map(({ title }) => title),
            titles.map(({ language }) => language),
          ],
        );
        const sites = records.flatMap(({ id, sites }) => sites.map((site, position) => ({ id, site, position })));
        await transaction.query(
          `INSERT INTO anime_external_id (anime_id, site, external_id, position)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::smallint[])`,
          [
            sites.map(({ id }) => id),
            sites.map(({ site }) => site),
            sites.map(({ id }) => id),
            sites.map(({ position }) => position),
          ],
        );
      });
    }
    const { rows } = await database.query<{ id: string; prominence: number }>('SELECT id, prominence FROM anime');
    const prominences = new Map(rows.map(({ id, prominence }) => [id, prominence]));
    return all.map(({ id }) => prominences.get(id) ?? 0);
  } finally {
    await database.close();
  }
}
