import { beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import { type CatalogueRows, createCatalogueRows } from './catalogueRows.ts';

const UNSERVED_TIMES = ['infinity', '-infinity', '10000-01-01 00:00Z', '0001-12-31 BC'];

const setting = (table: string, column: string, value: string, id: string) =>
  `UPDATE ${table} SET ${column} = '${value}' WHERE id = '${id}'`;

/** Statements that a promise of the tables forbids, by the constraint that must refuse them. */
const refused: readonly (readonly [string, (rows: CatalogueRows) => string])[] = [
  ['anime_year_range', ({ animeId }) => `UPDATE anime SET year = 1899 WHERE id = '${animeId}'`],
  ['anime_year_range', ({ animeId }) => `UPDATE anime SET year = 2201 WHERE id = '${animeId}'`],
  ['anime_episode_count_range', ({ animeId }) => `UPDATE anime SET episode_count = -1 WHERE id = '${animeId}'`],
  ['anime_duration_range', ({ animeId }) => `UPDATE anime SET duration_minutes = -1 WHERE id = '${animeId}'`],
  ...['start_date', 'end_date'].flatMap((column) =>
    ['infinity', '-infinity', '10000-01-01', '0044-03-15 BC'].map(
      (date) =>
        ['anime_dates_served', ({ animeId }: CatalogueRows) => setting('anime', column, date, animeId)] as const,
    ),
  ),
  ...UNSERVED_TIMES.flatMap((time) => [
    ...['created_at', 'updated_at'].map(
      (column) =>
        ['anime_times_served', ({ animeId }: CatalogueRows) => setting('anime', column, time, animeId)] as const,
    ),
    ...['scheduled_at', 'created_at', 'updated_at'].map(
      (column) =>
        [
          'episode_times_served',
          ({ episodeId }: CatalogueRows) => setting('episode', column, time, episodeId),
        ] as const,
    ),
    [
      'episode_times_served',
      ({ episodeId }: CatalogueRows) =>
        `UPDATE episode SET status = 'released', released_at = '${time}' WHERE id = '${episodeId}'`,
    ] as const,
  ]),
  ...['infinity', '-infinity', 'NaN'].map(
    (number) =>
      [
        'anime_popularity_finite',
        ({ animeId }: CatalogueRows) => setting('anime', 'popularity', number, animeId),
      ] as const,
  ),
  ['anime_revision_range', ({ animeId }) => setting('anime', 'revision', '0', animeId)],
  ['episode_revision_range', ({ episodeId }) => setting('episode', 'revision', '0', episodeId)],
  ['episode_number_range', ({ episodeId }) => setting('episode', 'number', 'NaN', episodeId)],
  ['episode_number_range', ({ episodeId }) => setting('episode', 'number', '90000', episodeId)],
  ['anime_image_size_range', ({ animeId }) => `UPDATE anime_image SET width = -1 WHERE anime_id = '${animeId}'`],
  ['anime_image_size_range', ({ animeId }) => `UPDATE anime_image SET height = -1 WHERE anime_id = '${animeId}'`],
  ['anime_not_merged_into_itself', ({ animeId }) => `UPDATE anime SET merged_into_id = id WHERE id = '${animeId}'`],
  ['episode_number_range', ({ episodeId }) => `UPDATE episode SET number = -0.01 WHERE id = '${episodeId}'`],
  ['episode_released_has_time', ({ episodeId }) => `UPDATE episode SET status = 'released' WHERE id = '${episodeId}'`],
  ['episode_released_has_time', ({ episodeId }) => `UPDATE episode SET released_at = now() WHERE id = '${episodeId}'`],
  [
    'episode_number',
    ({ animeId }) =>
      `INSERT INTO episode (id, anime_id, number, status) VALUES ('${uuid()}', '${animeId}', 1, 'delayed')`,
  ],
  ['publication_head_is_one_row', () => 'INSERT INTO publication_head (id) VALUES (2)'],
  ['publication_head_pkey', () => 'INSERT INTO publication_head (id) VALUES (1)'],
  ['anime_genre_genre_id_fkey', ({ genreId }) => `DELETE FROM genre WHERE id = '${genreId}'`],
  ['anime_studio_studio_id_fkey', ({ studioId }) => `DELETE FROM studio WHERE id = '${studioId}'`],
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
      await expect(edit(sql(rows))).rejects.toMatchObject({ constraint });
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
      const { rows: left } = await edit(`
        SELECT 'anime_title' AS part FROM anime_title WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'anime_genre' FROM anime_genre WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'anime_studio' FROM anime_studio WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'anime_external_id' FROM anime_external_id WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'anime_image' FROM anime_image WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'episode' FROM episode WHERE anime_id = '${animeId}' UNION ALL
        SELECT 'episode_title' FROM episode_title WHERE episode_id = '${episodeId}'`);
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
