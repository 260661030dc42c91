import type pg from 'pg';

/** Tables that grow with the catalogue or with time, and that `fillLargeTables` fills. */
export const LARGE_TABLES: readonly string[] = [
  ...['anime', 'anime_title', 'anime_genre', 'anime_external_id', 'anime_prominence', 'anime_tombstone', 'episode'],
  ...['source_record', 'proposal', 'publication', 'event', 'delivery', 'audit_event'],
];

/** Ids that are alike in every table: `a` of anime, `b` of episodes … */
const id = (kind: string) => `(lpad(to_hex(n), 12, '0') || '7000800000000000000' || '${kind}')::uuid`;
const SERIES = 'FROM generate_series(1, $1::int) n';
const AT = `now() - n * interval '10 seconds'`;

/** Fills the large tables past all triggers, with so many rows each, and collects their statistics. */
export async function fillLargeTables(client: pg.Client, rows: number): Promise<void> {
  await client.query('SET session_replication_role = replica');
  for (const statement of [
    `INSERT INTO source (name) VALUES ('filled')`,
    `INSERT INTO genre (id, slug, name, key) SELECT ${id('d')}, 'g' || n, 'g' || n, 'g' || n FROM generate_series(1, 50) n`,
    `INSERT INTO application (id, name, owner) VALUES ('00000000-0000-7000-8000-000000000001', 'filled', 'ann')`,
    `INSERT INTO subscription (id, application_id, name, url, events, secret, start_position)
      SELECT ${id('e')}, '00000000-0000-7000-8000-000000000001', 'filled', 'https://hooks.example.org/', '{anime.created}', '', 0 FROM generate_series(1, 1000) n`,
    `INSERT INTO webhook_queue (webhook_id, position) SELECT id, (SELECT position + $1::int FROM publication_head) FROM subscription`,
  ])
    await client.query(statement, statement.includes('$1') ? [rows] : []);
  for (const statement of [
    `INSERT INTO anime (id, title, format, status, year, season, episode_count, is_adult, start_date, version, updated_at, terms)
      SELECT ${id('a')}, 'filled ' || n, 'tv', 'finished', 1960 + n % 60, 'spring', n % 50, false, '1960-01-01'::date + n % 20000, n, ${AT},
        ARRAY[(SELECT number FROM genre WHERE slug = 'g' || (1 + n % 50))] ${SERIES}`,
    `INSERT INTO anime_title (anime_id, position, title) SELECT ${id('a')}, 1, 'filled ' || n || ' too' ${SERIES}`,
    `INSERT INTO anime_genre (anime_id, genre_id, position)
      SELECT ${id('a')}, (lpad(to_hex(1 + n % 50), 12, '0') || '7000800000000000000' || 'd')::uuid, 0 ${SERIES}`,
    `INSERT INTO anime_external_id (anime_id, site, external_id, position) SELECT ${id('a')}, 'anidb', 'f' || n, 0 ${SERIES}`,
    `INSERT INTO anime_prominence (anime_id, points, weighed_version, version, changed_in) SELECT ${id('a')}, 1, n, n, 3 ${SERIES}`,
    `INSERT INTO anime_tombstone (anime_id, version, changed_in) SELECT ${id('f')}, microseconds(${AT}), 3 ${SERIES}`,
    `INSERT INTO episode (id, anime_id, number, status, scheduled_at, version) SELECT ${id('b')}, ${id('a')}, 1, 'scheduled', ${AT}, n ${SERIES}`,
    `INSERT INTO source_record (id, type, source, source_id, anime_id, record) SELECT ${id('a')}, 'anime', 'filled', n::text, ${id('a')}, '{}' ${SERIES}`,
    `INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, status, decided_at)
      SELECT ${id('a')}, 'anime', 'filled', n::text, '{}', 'review_requested', '{}', 'approved', ${AT} ${SERIES}`,
    `INSERT INTO publication (id, kind, created_at) SELECT ${id('c')}, 'import', ${AT} ${SERIES}`,
    `INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
      SELECT (SELECT position FROM publication_head) + n, ${id('c')}, ${id('c')}, 'anime.updated', ${id('a')}, 1, '{}', ${AT} ${SERIES}`,
    `INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, status, attempt, completed_at)
      SELECT ${id('a')}, (lpad(to_hex(1 + n % 1000), 12, '0') || '7000800000000000000' || 'e')::uuid, ${id('c')}, n, 'anime.updated',
        'delivered', 1, ${AT} ${SERIES}`,
    `INSERT INTO audit_event (id, at, kind, outcome, actor, object) SELECT ${id('a')}, ${AT}, 'filled', 'done', 'tool:a' || n % 100, n::text ${SERIES}`,
    `UPDATE publication_head SET position = position + $1::int`,
  ])
    await client.query(statement, [rows]);
  await client.query('SET session_replication_role = origin');
  await client.query('ANALYZE');
}
