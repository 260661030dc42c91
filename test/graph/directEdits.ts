import type { Database } from '../../src/database/database.ts';
import { insertRows, seededRandom, seriesId } from './seedRows.ts';

/** Thirty anime of one format with all that they show, and three episodes each. */
const COUNT = 30;
export const editedIds = Array.from({ length: COUNT }, (_, n) => seriesId(1, n));
export const random = seededRandom(11);
const some = (list: readonly string[] = editedIds) => list[Math.floor(random() * list.length)] as string;
const number = () => Math.floor(random() * 1e6);

/** Direct edits of everything that an answer shows; like the service they delete no anime and no episode. */
export const directEdits: readonly (() => string)[] = [
  () => `UPDATE anime SET title = 'Title ${number()}' WHERE id = '${some()}'`,
  () => `UPDATE anime SET status = 'airing', year = ${1950 + (number() % 100)} WHERE id = '${some()}'`,
  () => `UPDATE anime SET format = CASE format WHEN 'tv' THEN 'ova' ELSE 'tv' END::anime_format WHERE id = '${some()}'`,
  () => `UPDATE anime SET updated_at = now() - interval '${number() % 900} seconds' WHERE id = '${some()}'`,
  () =>
    `INSERT INTO anime_title VALUES ('${some()}', ${number() % 30000}, 'Also ${number()}', 'en', 'synonym') ON CONFLICT DO NOTHING`,
  () => `UPDATE anime_title SET title = title || '!' WHERE anime_id = '${some()}'`,
  () => `DELETE FROM anime_title WHERE anime_id = '${some()}' AND position > 2`,
  () => `UPDATE genre SET name = 'Genre ${number()}' WHERE slug = 'genre-${number() % 3}'`,
  () => `UPDATE studio SET name = 'Studio ${number()}' WHERE slug = 'studio-${number() % 3}'`,
  () => `DELETE FROM anime_genre WHERE anime_id = '${some()}'`,
  () => `INSERT INTO anime_genre SELECT '${some()}', id, 9 FROM genre LIMIT 1 ON CONFLICT DO NOTHING`,
  () => `INSERT INTO anime_studio SELECT '${some()}', id, 9 FROM studio LIMIT 2 ON CONFLICT DO NOTHING`,
  () => `UPDATE anime_image SET width = ${number()} WHERE anime_id = '${some()}'`,
  () =>
    `INSERT INTO anime_external_id VALUES ('${some()}', 'tmdb', '${number()}', ${number() % 1000}) ON CONFLICT DO NOTHING`,
  () => `DELETE FROM anime_external_id WHERE anime_id = '${some()}'`,
  () => `UPDATE anime SET merged_into_id = '${editedIds[0]}' WHERE id = '${some(editedIds.slice(20))}'`,
  () => `UPDATE anime SET merged_into_id = NULL WHERE id = '${some(editedIds.slice(20))}'`,
  () => `UPDATE episode SET scheduled_at = now() WHERE anime_id = '${some()}'`,
  () =>
    `UPDATE episode SET anime_id = '${some()}', number = ${100 + (number() % 90000)} WHERE id IN (SELECT id FROM episode ORDER BY random() LIMIT 1)`,
  () =>
    `INSERT INTO episode_title SELECT id, 1, 'Second ${number()}', 'ja', NULL FROM episode ORDER BY random() LIMIT 1 ON CONFLICT DO NOTHING`,
  () =>
    `UPDATE episode_title SET title = 'Renamed ${number()}' WHERE episode_id IN (SELECT id FROM episode ORDER BY random() LIMIT 2)`,
  () =>
    `INSERT INTO episode (id, anime_id, number, status) VALUES (gen_random_uuid(), '${some()}', ${200 + (number() % 9000)}, 'scheduled') ON CONFLICT DO NOTHING`,
  () => `WITH t AS (UPDATE anime_title SET title = title || '?' WHERE anime_id = '${some()}')
    UPDATE anime SET synopsis = 'Changed with its titles ${number()}' WHERE id = '${some()}'`,
];

/** Fills an empty catalogue with them. */
export async function seedEdited(database: Database): Promise<void> {
  await insertRows(
    database,
    'anime',
    editedIds.map((id, n) => ({ id, title: `Title ${n}`, format: 'tv' })),
  );
  for (const term of ['genre', 'studio']) {
    await insertRows(
      database,
      term,
      [0, 1, 2].map((n) => ({ id: seriesId(2, n), slug: `${term}-${n}`, name: 'x', key: `${n}` })),
    );
    await insertRows(
      database,
      `anime_${term}`,
      editedIds.map((id, n) => ({ anime_id: id, [`${term}_id`]: seriesId(2, n % 3), position: 0 })),
    );
  }
  await insertRows(
    database,
    'anime_title',
    editedIds.flatMap((id) => [0, 1, 2, 3].map((position) => ({ anime_id: id, position, title: `t${position}` }))),
  );
  await insertRows(
    database,
    'anime_image',
    editedIds.map((id) => ({ anime_id: id, position: 0, url: 'https://images.example.com/1' })),
  );
  const times = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' };
  await insertRows(
    database,
    'episode',
    editedIds.flatMap((id, at) =>
      [1, 2, 3].map((n) => ({
        ...{ id: seriesId(3, at * 10 + n), anime_id: id, number: n, status: 'scheduled', ...times },
      })),
    ),
  );
  await insertRows(
    database,
    'episode_title',
    editedIds.map((_id, at) => ({ episode_id: seriesId(3, at * 10 + 1), position: 0, title: 'First' })),
  );
}
