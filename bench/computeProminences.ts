import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { readMigrations } from '../src/database/migrationHistory.ts';
import { readFunctions } from '../src/database/sqlFunctions.ts';
import { shippedFolders } from '../src/shippedFolders.ts';

/** What an anime's prominence is made of, as an import record has it. */
export interface ProminenceRecord {
  readonly id: string;
  readonly titles: readonly { readonly title: string; readonly language: string | null }[];
  readonly sites: readonly string[];
  readonly year: number | null;
  readonly episodes: number | null;
  readonly popularity: number | null;
}

/** What prominence is made of, and what stands for knowing nothing of it, in the order of `prominence_points`. */
const PARTS = {
  popularity: 'NULL',
  sites: '1',
  languages: '1',
  year: 'NULL',
  episodes: 'NULL',
  continued: '0',
  continues: 'false',
} as const;

/** A part of prominence, or `prominence` for all of it. */
export type ProminencePart = keyof typeof PARTS | 'prominence';

/** The name as a part. @throws with the parts that there are */
export function prominencePart(name: string): ProminencePart {
  const known: ProminencePart[] = [...(Object.keys(PARTS) as (keyof typeof PARTS)[]), 'prominence'];
  const found = known.find((part) => part === name);
  if (found === undefined) throw new Error(`--without ${name}: known are ${known.join(', ')}`);
  return found;
}

/** Has the tables weigh as if nobody knew a part. */
function forgetting(without: keyof typeof PARTS): string {
  const given = Object.entries(PARTS).map(([part, nothing], i) => (part === without ? nothing : `$${i + 1}`));
  const types =
    '"popularity" DOUBLE PRECISION, "sites" BIGINT, "languages" BIGINT, "year" SMALLINT, "episodes" INTEGER';
  return `ALTER FUNCTION "prominence_points" RENAME TO "known_prominence_points";
    CREATE FUNCTION "prominence_points"(${types}, "continued" BIGINT, "continues" BOOLEAN) RETURNS SMALLINT LANGUAGE sql
    AS 'SELECT "known_prominence_points"(${given.join(', ')})'`;
}

/** As an import does. */
const RECORDS_AT_ONCE = 500;

/**
 * The prominence that the tables give each record, in their order: the records are written to a database of its own. That
 * takes a minute, so it is remembered in the folder for temporary files.
 * @param without a part of it that is left out, to see what it is good for
 */
export async function computeProminences(
  records: readonly ProminenceRecord[],
  without?: ProminencePart,
): Promise<number[]> {
  if (without === 'prominence') return records.map(() => 0);
  const migrations = await readMigrations();
  const functions = await readFunctions(shippedFolders.functions, migrations);
  const texts = [...migrations, ...functions.texts].map(({ sql }) => sql);
  const hash = createHash('sha256')
    .update(JSON.stringify(without === undefined ? [texts, records] : [texts, records, without]))
    .digest('hex')
    .slice(0, 16);
  const remembered = join(tmpdir(), `catalog-prominence-${hash}.json`);
  try {
    return JSON.parse(await readFile(remembered, 'utf8')) as number[];
  } catch {
    const prominences = await weigh(records, texts, without);
    await writeFile(remembered, JSON.stringify(prominences));
    return prominences;
  }
}

async function weigh(
  all: readonly ProminenceRecord[],
  texts: readonly string[],
  without: keyof typeof PARTS | undefined,
): Promise<number[]> {
  const database = await PGlite.create();
  try {
    // As migrations do: a function may call one whose file comes later.
    await database.exec('SET check_function_bodies TO off');
    for (const sql of texts) await database.exec(sql);
    if (without !== undefined) await database.exec(forgetting(without));
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
        await transaction.query('SELECT anime_weigh($1::uuid[])', [records.map(({ id }) => id)]);
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
