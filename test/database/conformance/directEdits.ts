import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { type CatalogueRows, createCatalogueRows, readVersions } from './catalogueRows.ts';

/** What the tables see to themselves when somebody edits them by hand. */
export function describeDirectEdits(opened: () => Database): void {
  describe('direct edits', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });

    const edit = (sql: string) => database.session((connection) => connection.query(sql));
    const titlesOf = async ({ animeId }: CatalogueRows) => {
      const { title } = await database.client.anime.findUniqueOrThrow({ where: { id: animeId } });
      const first = await database.client.animeTitle.findFirst({ where: { animeId, position: 0 } });
      return [title, first?.title];
    };
    const tombstoneOf = async (animeId: string) =>
      (await database.client.animeTombstone.findUnique({ where: { animeId } }))?.version ?? 0n;

    test("an anime's title is its title at position 0, whichever is edited", async () => {
      const [rows, other] = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      const untouched = await titlesOf(other);
      await edit(`UPDATE anime SET title = 'New Name' WHERE id = '${rows.animeId}'`);
      expect(await titlesOf(rows)).toEqual(['New Name', 'New Name']);
      await edit(`UPDATE anime_title SET title = 'Newer Name' WHERE anime_id = '${rows.animeId}' AND position = 0`);
      expect(await titlesOf(rows)).toEqual(['Newer Name', 'Newer Name']);
      await edit(`INSERT INTO anime_title VALUES ('${rows.animeId}', 1, 'The Better One')`);
      await edit(`UPDATE anime_title SET position = 2 WHERE anime_id = '${rows.animeId}' AND position = 0`);
      await edit(`UPDATE anime_title SET position = 0 WHERE anime_id = '${rows.animeId}' AND position = 1`);
      expect(await titlesOf(rows)).toEqual(['The Better One', 'The Better One']);
      expect(await titlesOf(other)).toEqual(untouched);
    });

    test('a survivor that is deleted takes along what was merged into it, with tombstones', async () => {
      const survivor = await createCatalogueRows(database.client);
      const merged = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      const versions = [];
      for (const { animeId } of merged) {
        await edit(`UPDATE anime SET merged_into_id = '${survivor.animeId}' WHERE id = '${animeId}'`);
        versions.push((await database.client.anime.findUniqueOrThrow({ where: { id: animeId } })).version);
      }
      await edit(`DELETE FROM anime WHERE id = '${survivor.animeId}'`);
      for (const [at, { animeId }] of merged.entries()) {
        expect(await database.client.anime.findUnique({ where: { id: animeId } })).toBeNull();
        expect(await tombstoneOf(animeId)).toBeGreaterThan(versions[at] ?? 0n);
      }
    });

    const PARTS = ['anime_title', 'anime_genre', 'anime_studio', 'anime_external_id', 'anime_image'];
    test.each(PARTS)('TRUNCATE of %s raises the versions of the anime that had rows there', async (table) => {
      const [rows, other] = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      await edit(`DELETE FROM ${table} WHERE anime_id = '${other.animeId}'`);
      const [before, otherBefore] = [
        await readVersions(database.client, rows),
        await readVersions(database.client, other),
      ];
      await edit(`TRUNCATE ${table}`);
      expect((await readVersions(database.client, rows)).anime).toBeGreaterThan(before.anime);
      expect(await readVersions(database.client, other)).toEqual(otherBefore);
    });

    test('TRUNCATE of the titles of episodes raises their versions', async () => {
      const rows = await createCatalogueRows(database.client);
      const before = await readVersions(database.client, rows);
      await edit('TRUNCATE episode_title');
      expect((await readVersions(database.client, rows)).episode).toBeGreaterThan(before.episode);
    });

    test('TRUNCATE of genres raises the versions of the anime that had one', async () => {
      const rows = await createCatalogueRows(database.client);
      const before = await readVersions(database.client, rows);
      await edit('TRUNCATE genre CASCADE');
      expect((await readVersions(database.client, rows)).anime).toBeGreaterThan(before.anime);
    });

    test('TRUNCATE of anime leaves a tombstone of each', async () => {
      const all = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      const before = await Promise.all(all.map((rows) => readVersions(database.client, rows)));
      await edit('TRUNCATE anime CASCADE');
      for (const [at, { animeId }] of all.entries())
        expect(await tombstoneOf(animeId)).toBeGreaterThan(before[at]?.anime ?? 0n);
    });
  });
}
