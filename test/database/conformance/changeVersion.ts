import { beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import { createCatalogueRows, readVersions, withIds } from './catalogueRows.ts';

/** What a change must do: raise the version and the time, the version alone, or nothing. */
type Effect = 'changed' | 'shown' | 'untouched';

/** What a change does to its anime and to its episode. Ids stand for the rows by name (`withIds`). */
const changes: Readonly<Record<string, readonly (readonly [name: string, sql: string])[]>> = {
  'changed, untouched': [
    ['a field of the anime', "UPDATE anime SET synopsis = 'x' WHERE id = $anime"],
    [
      'its popularity, and a part in the same transaction',
      'UPDATE anime SET popularity = 1 WHERE id = $anime; DELETE FROM anime_image WHERE anime_id = $anime',
    ],
    ['its popularity with another field', 'UPDATE anime SET popularity = 1, is_adult = true WHERE id = $anime'],
    ['a title added', "INSERT INTO anime_title (anime_id, position, title) VALUES ($anime, 1, 'AoT')"],
    ['a title updated', "UPDATE anime_title SET language = 'ja-Latn' WHERE anime_id = $anime"],
    ['a title deleted', 'DELETE FROM anime_title WHERE anime_id = $anime'],
    ['a genre of the anime moved', 'UPDATE anime_genre SET position = 5 WHERE anime_id = $anime'],
    ['a genre of the anime deleted', 'DELETE FROM anime_genre WHERE anime_id = $anime'],
    ['a genre of the anime added', 'INSERT INTO anime_genre VALUES ($anime, $genre, 0)'],
    ['a studio of the anime moved', 'UPDATE anime_studio SET position = 5 WHERE anime_id = $anime'],
    ['a studio of the anime deleted', 'DELETE FROM anime_studio WHERE anime_id = $anime'],
    ['a studio of the anime added', 'INSERT INTO anime_studio VALUES ($anime, $studio, 0)'],
    ['an external id added', "INSERT INTO anime_external_id VALUES ($anime, 'tmdb', '1', 1)"],
    ['an external id updated', 'UPDATE anime_external_id SET position = 4 WHERE anime_id = $anime'],
    ['an external id deleted', 'DELETE FROM anime_external_id WHERE anime_id = $anime'],
    ['an image added', "INSERT INTO anime_image VALUES ($anime, 1, 'https://example.com/2.jpg')"],
    ['an image updated', 'UPDATE anime_image SET width = 100 WHERE anime_id = $anime'],
    ['an image deleted', 'DELETE FROM anime_image WHERE anime_id = $anime'],
  ],
  'untouched, untouched': [
    ['its popularity, which is never served', 'UPDATE anime SET popularity = 1 WHERE id = $anime'],
    ["a genre's key, which is not shown", "UPDATE genre SET key = 'k-' || $genre WHERE id = $genre"],
    ["a studio's key, which is not shown", "UPDATE studio SET key = 'k-' || $studio WHERE id = $studio"],
  ],
  'changed, shown': [
    ['its title, which its episodes show', "UPDATE anime SET title = 'Attack on Titan' WHERE id = $anime"],
    ['its format, which its episodes show', "UPDATE anime SET format = 'tv' WHERE id = $anime"],
  ],
  'shown, untouched': [
    ['a genre renamed', "UPDATE genre SET name = 'Adventure' WHERE id = $genre"],
    ['a genre given another slug', "UPDATE genre SET slug = 's-' || $genre WHERE id = $genre"],
    ['a studio renamed', "UPDATE studio SET name = 'MAPPA' WHERE id = $studio"],
  ],
  'untouched, changed': [
    [
      'a field of the episode',
      "UPDATE episode SET status = 'released', released_at = '2026-01-01Z' WHERE id = $episode",
    ],
    ['an episode title added', "INSERT INTO episode_title (episode_id, position, title) VALUES ($episode, 1, 'Uno')"],
    ['an episode title updated', "UPDATE episode_title SET language = 'en' WHERE episode_id = $episode"],
    ['an episode title deleted', 'DELETE FROM episode_title WHERE episode_id = $episode'],
  ],
};

/** The change version (docs/decisions.md#change-version): whoever writes, whatever shows it. */
export function describeChangeVersion(opened: () => Database): void {
  describe('the change version', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });

    // Straight SQL on a connection of its own: nothing of the program is in between.
    const edit = (sql: string) => database.session((connection) => connection.query(sql));

    const each = Object.entries(changes).flatMap(([effects, rows]) => rows.map((row) => [...row, effects] as const));
    test.each(each)('%s', async (name, sql, effects) => {
      const rows = await createCatalogueRows(database.client);
      if (/of the anime added/.test(name)) {
        await edit(`DELETE FROM anime_genre WHERE anime_id = '${rows.animeId}'`);
        await edit(`DELETE FROM anime_studio WHERE anime_id = '${rows.animeId}'`);
      }
      const other = await createCatalogueRows(database.client);
      const before = await readVersions(database.client, rows);
      const otherBefore = await readVersions(database.client, other);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await edit(withIds(sql, rows));
      const after = await readVersions(database.client, rows);
      const anime = effectOf(before.anime, after.anime, before.animeUpdatedAt, after.animeUpdatedAt);
      const episode = effectOf(before.episode, after.episode, before.episodeUpdatedAt, after.episodeUpdatedAt);
      expect(`${anime}, ${episode}`).toBe(effects);
      expect(await readVersions(database.client, other)).toEqual(otherBefore);
    });

    test('an updated_at that is written stands', async () => {
      const rows = await createCatalogueRows(database.client);
      const then = new Date('2020-02-02T02:02:02.222Z');
      await database.client.anime.update({ where: { id: rows.animeId }, data: { synopsis: 'x', updatedAt: then } });
      expect((await readVersions(database.client, rows)).animeUpdatedAt).toBe(then.getTime());
    });

    test('a part that moves to another anime raises both', async () => {
      const [one, other] = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      const before = [await readVersions(database.client, one), await readVersions(database.client, other)];
      await edit(
        `UPDATE anime_image SET anime_id = '${other.animeId}', position = 9 WHERE anime_id = '${one.animeId}'`,
      );
      const after = [await readVersions(database.client, one), await readVersions(database.client, other)];
      expect(after.map((it, index) => it.anime > (before[index]?.anime ?? 0n))).toEqual([true, true]);
    });

    test('one statement over many anime raises each', async () => {
      const all = [await createCatalogueRows(database.client), await createCatalogueRows(database.client)];
      const before = await Promise.all(all.map((it) => readVersions(database.client, it)));
      await edit(`UPDATE anime_title SET kind = 'official' WHERE anime_id IN (${all.map((it) => `'${it.animeId}'`)})`);
      const after = await Promise.all(all.map((it) => readVersions(database.client, it)));
      expect(after.map((it, index) => it.anime > (before[index]?.anime ?? 0n))).toEqual([true, true]);
    });

    test('the parts of one transaction raise it once', async () => {
      const rows = await createCatalogueRows(database.client);
      const before = await readVersions(database.client, rows);
      const versions = await database.transaction(async (tx) => {
        const seen: bigint[] = [];
        for (const position of [1, 2, 3]) {
          await tx.animeTitle.create({ data: { animeId: rows.animeId, position, title: `${position}` } });
          await tx.animeImage.create({ data: { animeId: rows.animeId, position, url: 'https://example.com' } });
          seen.push((await readVersions(tx, rows)).anime);
        }
        return seen;
      });
      expect(new Set(versions).size).toBe(1);
      expect(versions[0]).toBeGreaterThan(before.anime);
    });

    test('rises in commit order while many write to one anime', async () => {
      const rows = await createCatalogueRows(database.client);
      const changes = Array.from({ length: 40 }, (_, index) =>
        database.transaction(async (tx) => {
          if (index % 2 === 0) await tx.anime.update({ where: { id: rows.animeId }, data: { durationMinutes: index } });
          else await tx.animeTitle.create({ data: { animeId: rows.animeId, position: 10 + index, title: 'x' } });
          const { anime } = await readVersions(tx, rows);
          // The anime's row is locked until the commit, so these rows stand in commit order.
          await tx.$executeRaw`INSERT INTO service_state VALUES (${`order:${rows.animeId}:${uuid()}`},
            jsonb_build_object('version', ${anime}::bigint, 'at', clock_timestamp()))`;
        }),
      );
      await Promise.all(changes);
      const seen = await database.client.$queryRaw<{ version: bigint }[]>`
        SELECT (value->>'version')::bigint AS version FROM service_state
        WHERE name LIKE ${`order:${rows.animeId}:%`} ORDER BY (value->>'at')::timestamptz`;
      const versions = seen.map((it) => it.version);
      expect(versions).toHaveLength(40);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => Number(a - b)));
    });

    test('a deleted anime leaves a tombstone above its last version, and again when it returns', async () => {
      const rows = await createCatalogueRows(database.client);
      const { anime: last } = await readVersions(database.client, rows);
      const tombstone = () => database.client.animeTombstone.findUniqueOrThrow({ where: { animeId: rows.animeId } });
      await edit(`DELETE FROM anime WHERE id = '${rows.animeId}'`);
      const first = (await tombstone()).version;
      expect(first).toBeGreaterThan(last);
      await database.client.anime.create({ data: { id: rows.animeId, title: 'again' } });
      const { version } = await database.client.anime.findUniqueOrThrow({ where: { id: rows.animeId } });
      expect(version).toBeGreaterThan(first);
      await edit(`DELETE FROM anime WHERE id = '${rows.animeId}'`);
      expect((await tombstone()).version).toBeGreaterThan(version);
    });

    test('is told by the clock, so that no restore brings one back, and goes on where the clock stands', async () => {
      const rows = await createCatalogueRows(database.client);
      const now = BigInt(Date.now()) * 1000n;
      const { anime, episode } = await readVersions(database.client, rows);
      for (const version of [anime, episode]) {
        expect(version).toBeGreaterThan(now - 60_000_000n);
        expect(version).toBeLessThan(now + 60_000_000n);
      }
      const ahead = now + 3_600_000_000n;
      await edit(
        `ALTER TABLE anime DISABLE TRIGGER anime_note_change; ALTER TABLE episode DISABLE TRIGGER episode_note_change`,
      );
      await edit(`UPDATE anime SET version = ${ahead} WHERE id = '${rows.animeId}'`);
      await edit(`UPDATE episode SET version = ${ahead} WHERE id = '${rows.episodeId}'`);
      await edit(
        `ALTER TABLE anime ENABLE TRIGGER anime_note_change; ALTER TABLE episode ENABLE TRIGGER episode_note_change`,
      );
      await edit(`UPDATE anime SET title = 'Later' WHERE id = '${rows.animeId}'`);
      expect(await readVersions(database.client, rows)).toMatchObject({ anime: ahead + 1n, episode: ahead + 1n });
      await edit(`DELETE FROM anime WHERE id = '${rows.animeId}'`);
      await database.client.anime.create({ data: { id: rows.animeId, title: 'again' } });
      const { version } = await database.client.anime.findUniqueOrThrow({ where: { id: rows.animeId } });
      expect(version).toBe(ahead + 3n);
    });

    test('names the transaction that changed an anime, were it in its popularity alone', async () => {
      const popular = await createCatalogueRows(database.client);
      const alone = await database.transaction(async (tx) => {
        await tx.anime.update({ where: { id: popular.animeId }, data: { popularity: 7 } });
        return await tx.$queryRaw<{ id: bigint }[]>`SELECT pg_current_xact_id()::text::bigint AS id`;
      });
      const found = await database.client.anime.findUniqueOrThrow({ where: { id: popular.animeId } });
      expect(found.changedIn).toBe(alone[0]?.id);

      const rows = await createCatalogueRows(database.client);
      const id = await database.transaction(async (tx) => {
        await tx.animeImage.deleteMany({ where: { animeId: rows.animeId } });
        return await tx.$queryRaw<{ id: bigint }[]>`SELECT pg_current_xact_id()::text::bigint AS id`;
      });
      const { changedIn } = await database.client.anime.findUniqueOrThrow({ where: { id: rows.animeId } });
      expect(changedIn).toBe(id[0]?.id);
    });
  });
}

function effectOf(before: bigint, after: bigint, timeBefore: number, timeAfter: number): Effect {
  if (after < before || timeAfter < timeBefore) throw new Error('the version or the time went back');
  if (after === before) return 'untouched';
  return timeAfter > timeBefore ? 'changed' : 'shown';
}
