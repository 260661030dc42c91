import { expect, test } from '@jest/globals';
import pg from 'pg';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

const COUNT = 120;

describeWith(['postgres'], 'genres, studios and anime renamed by hand while imports run', () => {
  const catalog = ofSuite(openTestCatalog);

  /** Every batch touches every anime and gives it genres and studios anew. */
  const batch = (round: number) =>
    Array.from({ length: COUNT }, (_, n) => ({
      ...{ type: 'anime', source: 'mal', sourceId: `${(n * 7 + round) % COUNT}`, year: 1960 + (round % 60) },
      titles: [{ title: `Series ${(n * 7 + round) % COUNT} of ${round}` }],
      genres: ['Action', `Genre ${round % 5}`, `Genre ${(round + n) % 9}`],
      studios: ['Madhouse', `Studio ${(round + n) % 7}`],
    }));

  test('meet no deadlock', async () => {
    await catalog.import(batch(0));
    let importing = true;
    let renames = 0;
    const editor = async (table: 'genre' | 'studio' | 'anime') => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      try {
        for (let round = 0; importing; round += 1) {
          const values = table === 'anime' ? 'title = $1 || $2' : 'name = $1, slug = $2';
          await client.query('BEGIN');
          const { rowCount } = await client.query(
            `UPDATE ${table} SET ${values} WHERE id = (SELECT id FROM ${table} ORDER BY id OFFSET $3 LIMIT 1)`,
            [`Renamed ${round % 3}`, `renamed-${table}-${round}`, round % 4],
          );
          await client.query('COMMIT');
          renames += rowCount ?? 0;
        }
      } finally {
        await client.end();
      }
    };
    const importer = async () => {
      for (let round = 1; round <= 20 || renames <= 3; round += 1) {
        const { rejected } = await catalog.import(batch(round));
        expect(rejected).toBe(0);
      }
    };
    await Promise.all([
      importer().finally(() => (importing = false)),
      editor('genre'),
      editor('studio'),
      editor('anime'),
    ]);
    expect(renames).toBeGreaterThan(3);
  }, 60_000);
});
