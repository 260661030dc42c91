import { beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import { type CatalogueRows, createCatalogueRows, withIds } from './catalogueRows.ts';

const UNSERVED_DATES = ['infinity', '-infinity', '10000-01-01', '0044-03-15 BC'];
const UNSERVED_TIMES = ['infinity', '-infinity', '10000-01-01 00:00Z', '0001-12-31 BC'];

/** Values of columns that a promise of the tables forbids, by the constraint that must refuse them. */
const values: readonly (readonly [constraint: string, table: string, columns: string[], values: unknown[]])[] = [
  ['anime_year_range', 'anime', ['year'], [1899, 2201]],
  ['anime_episode_count_range', 'anime', ['episode_count'], [-1]],
  ['anime_duration_range', 'anime', ['duration_minutes'], [-1]],
  ['anime_dates_served', 'anime', ['start_date', 'end_date'], UNSERVED_DATES],
  ['anime_times_served', 'anime', ['created_at', 'updated_at'], UNSERVED_TIMES],
  ['episode_times_served', 'episode', ['scheduled_at', 'created_at', 'updated_at'], UNSERVED_TIMES],
  ['anime_popularity_finite', 'anime', ['popularity'], ['infinity', '-infinity', 'NaN']],
  ['anime_revision_range', 'anime', ['revision'], [0]],
  ['episode_revision_range', 'episode', ['revision'], [0]],
  ['episode_number_range', 'episode', ['number'], ['NaN', 90_000, -0.01]],
  ['anime_image_size_range', 'anime_image', ['width', 'height'], [-1]],
  ['episode_released_has_time', 'episode', ['status'], ['released']],
  ['episode_released_has_time', 'episode', ['released_at'], ['2026-01-01Z']],
];

/** Statements likewise. Ids stand for the rows by name (`withIds`). */
const refused: readonly (readonly [constraint: string, sql: string])[] = [
  ...values.flatMap(([constraint, table, columns, wrong]) =>
    columns.flatMap((column) =>
      wrong.map((value) => {
        const row = table === 'episode' ? 'id = $episode' : table === 'anime' ? 'id = $anime' : 'anime_id = $anime';
        return [constraint, `UPDATE ${table} SET ${column} = '${value}' WHERE ${row}`] as const;
      }),
    ),
  ),
  ...UNSERVED_TIMES.map((time) => {
    const release = `UPDATE episode SET status = 'released', released_at = '${time}' WHERE id = $episode`;
    return ['episode_times_served', release] as const;
  }),
  ['anime_not_merged_into_itself', 'UPDATE anime SET merged_into_id = id WHERE id = $anime'],
  ['episode_number', "INSERT INTO episode (id, anime_id, number, status) VALUES ($genre, $anime, 1, 'delayed')"],
  ['publication_head_is_one_row', 'INSERT INTO publication_head (id) VALUES (2)'],
  ['publication_head_pkey', 'INSERT INTO publication_head (id) VALUES (1)'],
  ['anime_genre_genre_id_fkey', 'DELETE FROM genre WHERE id = $genre'],
  ['anime_studio_studio_id_fkey', 'DELETE FROM studio WHERE id = $studio'],
];

export function describeConstraints(opened: () => Database): void {
  describe('the promises of the tables', () => {
    let database: Database;
    let rows: CatalogueRows;
    beforeAll(async () => {
      database = opened();
      rows = await createCatalogueRows(database.client);
    });
    const edit = (sql: string) => database.session((connection) => connection.query(sql));

    test.each(refused)('%s', async (constraint, sql) => {
      await expect(edit(withIds(sql, rows))).rejects.toMatchObject({ constraint });
    });

    test('the first and last times and numbers that answers show are taken', async () => {
      await edit(`UPDATE anime SET start_date = '0001-01-01', end_date = '9999-12-31', created_at = '0001-01-01 00:00Z',
        updated_at = '9999-12-31 23:59:59.999Z' WHERE id = '${rows.animeId}'`);
      await edit(
        `UPDATE episode SET number = 89999.99, scheduled_at = '9999-12-31 23:59:59.999Z' WHERE id = '${rows.episodeId}'`,
      );
    });

    test.each(['mal', 'anilist', 'anidb', 'bangumi', 'kitsu'])('an id at %s names one anime', async (site) => {
      const id = uuid();
      const other = await createCatalogueRows(database.client);
      const insert = (animeId: string) =>
        edit(`INSERT INTO anime_external_id VALUES ('${animeId}', '${site}', '${id}', 3)`);
      await insert(rows.animeId);
      await expect(insert(other.animeId)).rejects.toMatchObject({ constraint: 'anime_external_id_identity' });
    });

    test('an id elsewhere may name several', async () => {
      const other = await createCatalogueRows(database.client);
      for (const { animeId } of [rows, other])
        await edit(`INSERT INTO anime_external_id VALUES ('${animeId}', 'tmdb', '7', 3)`);
    });

    test('a record waits for review once at a time, decided as often as may be', async () => {
      const key = uuid();
      const insert = (status: string) =>
        edit(`INSERT INTO proposal (id, type, source, source_id, record, reason, status)
          VALUES ('${uuid()}', 'anime', 'mal', '${key}', '{}', 'review_requested', '${status}')`);
      for (const status of ['superseded', 'rejected', 'rejected', 'pending']) await insert(status);
      await expect(insert('pending')).rejects.toMatchObject({ constraint: 'proposal_pending' });
    });

    test('a published event is frozen', async () => {
      const publicationId = uuid();
      await edit(`INSERT INTO publication (id, kind) VALUES ('${publicationId}', 'import')`);
      await edit(`INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
        VALUES (1, '${uuid()}', '${publicationId}', 'anime.created', '${rows.animeId}', 1, '{}', now())`);
      const rewrite = edit(`UPDATE event SET payload = '{"forged":true}' WHERE publication_id = '${publicationId}'`);
      await expect(rewrite).rejects.toThrow('events are frozen at publication');
      await expect(edit(`DELETE FROM publication WHERE id = '${publicationId}'`)).rejects.toMatchObject({
        constraint: 'event_publication_id_fkey',
      });
    });

    test('deleting an anime takes its parts along', async () => {
      const { animeId, episodeId } = await createCatalogueRows(database.client);
      await edit(`DELETE FROM anime WHERE id = '${animeId}'`);
      const parts = ['anime_title', 'anime_genre', 'anime_studio', 'anime_external_id', 'anime_image', 'episode'];
      const ofAnime = parts.map((part) => `SELECT '${part}' AS part FROM ${part} WHERE anime_id = '${animeId}'`);
      const ofEpisode = `SELECT 'episode_title' FROM episode_title WHERE episode_id = '${episodeId}'`;
      const { rows: left } = await edit([...ofAnime, ofEpisode].join(' UNION ALL '));
      expect(left).toEqual([]);
    });

    test('titles sort byte by byte, whatever the locale', async () => {
      const ids = ['b', 'A', 'a', 'é', 'Z', '進'].map((title) => ({ id: uuid(), title: `order ${title}` }));
      await database.client.anime.createMany({ data: ids });
      const found = await database.client.anime.findMany({
        where: { id: { in: ids.map((it) => it.id) } },
        orderBy: { title: 'asc' },
      });
      expect(found.map((it) => it.title.slice(6))).toEqual(['A', 'Z', 'a', 'b', 'é', '進']);
    });
  });
}
