import type pg from 'pg';

/** Tables that grow with the catalogue or with time, and that `fillLargeTables` fills. */
export const LARGE_TABLES: readonly string[] = [
  ...['anime', 'anime_external_id', 'anime_genre', 'anime_image', 'anime_merge', 'anime_prominence', 'anime_relation'],
  ...['anime_stated_relation', 'anime_studio', 'anime_title', 'anime_title_key', 'anime_tombstone', 'audit_event'],
  ...['delivery', 'delivery_attempt', 'episode', 'episode_alias', 'episode_title', 'event', 'proposal', 'publication'],
  'source_record',
];

/** Of which there are tens of thousands at most, or of which each row is read. */
export const OTHER_TABLES: readonly string[] = [
  ...['api_key_day', 'download', 'dump_chunk', 'import_schedule', 'webhook_anime', 'webhook_hour', 'webhook_kind'],
  ...['webhook_queue', '_prisma_migrations'],
];

const DIGITS = '7000800000000000000';
/** Ids that are alike in every table: `a` of anime, deliveries and proposals, `b` of episodes, `c` of events … */
const id = (kind: string) => `(lpad(to_hex(n), 12, '0') || '${DIGITS}' || '${kind}')::uuid`;

/** The id of a filled row. */
export function filledId(kind: string, n: number): string {
  const digits = `${n.toString(16).padStart(12, '0')}${DIGITS}${kind}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const SERIES = 'FROM generate_series(1, $1::int) n';
/** Over which rows are spread; the last is the oldest. */
export const SPAN_DAYS = 60;
const AT = `now() - n * (interval '${SPAN_DAYS} days' / $1::int)`;

const RECORD = `jsonb_build_object('type', 'anime', 'source', 'filled', 'sourceId', n::text, 'titles', jsonb_build_array(jsonb_build_object('title', 'filled ' || n)))`;
const TERMS = `ARRAY[(SELECT number FROM studio WHERE slug = 's' || (1 + n % 1000)), (SELECT number FROM genre WHERE slug = 'g' || (1 + n % 50))]`;

/** Owns all the webhooks. */
const APPLICATION = filledId('0', 1);

/** Fills the large tables past all triggers, with so many rows each, and collects their statistics. */
export async function fillLargeTables(client: pg.Client, rows: number): Promise<void> {
  const indexes = await dropIndexes(client);
  await client.query('SET session_replication_role = replica');
  for (const statement of [
    `INSERT INTO source (name) VALUES ('filled')`,
    `INSERT INTO genre (id, slug, name, key) SELECT ${id('d')}, 'g' || n, 'g' || n, 'g' || n FROM generate_series(1, 50) n`,
    `INSERT INTO studio (id, slug, name, key) SELECT ${id('8')}, 's' || n, 's' || n, 's' || n FROM generate_series(1, 1000) n`,
    `INSERT INTO application (id, name, owner) VALUES ('${APPLICATION}', 'filled', 'ann')`,
    `INSERT INTO subscription (id, application_id, name, url, events, secret, start_position)
      SELECT ${id('e')}, '${APPLICATION}', 'filled', 'https://hooks.example.org/', '{anime.created}', '', 0 FROM generate_series(1, 1000) n`,
    `INSERT INTO webhook_queue (webhook_id, position) SELECT id, (SELECT position + $1::int FROM publication_head) FROM subscription`,
  ])
    await client.query(statement, statement.includes('$1') ? [rows] : []);
  for (const statement of [
    `INSERT INTO anime (id, title, format, status, year, season, episode_count, is_adult, start_date, version, updated_at, terms, facets)
      SELECT ${id('a')}, 'filled ' || n, 'tv', 'finished', 1960 + n % 60, 'spring', n % 50, false, '1960-01-01'::date + n % 20000, n, ${AT}, ${TERMS}, ${TERMS} ${SERIES}`,
    `INSERT INTO anime_title (anime_id, position, title) SELECT ${id('a')}, 0, 'filled ' || n ${SERIES}`,
    `INSERT INTO anime_genre (anime_id, genre_id, position)
      SELECT ${id('a')}, (lpad(to_hex(1 + n % 50), 12, '0') || '${DIGITS}' || 'd')::uuid, 0 ${SERIES}`,
    `INSERT INTO anime_studio (anime_id, studio_id, position)
      SELECT ${id('a')}, (lpad(to_hex(1 + n % 1000), 12, '0') || '${DIGITS}' || '8')::uuid, 0 ${SERIES}`,
    `INSERT INTO anime_image (anime_id, position, url) SELECT ${id('a')}, 0, 'https://images.example.org/' || n ${SERIES}`,
    `INSERT INTO anime_title_key (key, anime_id, year) SELECT 'filled ' || n, ${id('a')}, 2000 ${SERIES}`,
    `INSERT INTO anime_relation (anime_id, related_id, type)
      SELECT ${id('a')}, (lpad(to_hex(n % $1::int + 1), 12, '0') || '${DIGITS}' || 'a')::uuid, 'sequel' ${SERIES}`,
    `INSERT INTO anime_stated_relation (anime_id, position, type, source, source_id, stated_by)
      SELECT ${id('a')}, 0, 'sequel', 'filled', (n % $1::int + 1)::text, 'filled' ${SERIES}`,
    `INSERT INTO anime_merge (merged_id, survivor_id, before, after) SELECT ${id('9')}, ${id('a')}, '{}', '' ${SERIES}`,
    `INSERT INTO anime_external_id (anime_id, site, external_id, position) SELECT ${id('a')}, 'anidb', 'f' || n, 0 ${SERIES}`,
    `INSERT INTO anime_prominence (anime_id, points, weighed_version, version, changed_in) SELECT ${id('a')}, 1, n, n, 3 ${SERIES}`,
    `INSERT INTO anime_tombstone (anime_id, version, changed_in) SELECT ${id('f')}, microseconds(${AT}), 3 ${SERIES}`,
    `INSERT INTO episode (id, anime_id, number, status, scheduled_at, version) SELECT ${id('b')}, ${id('a')}, 1, 'scheduled', ${AT}, n ${SERIES}`,
    `INSERT INTO episode_title (episode_id, position, title, language, kind) SELECT ${id('b')}, 0, 'x', 'en', 'official' ${SERIES}`,
    `INSERT INTO episode_alias (id, episode_id) SELECT ${id('f')}, ${id('b')} ${SERIES}`,
    `INSERT INTO source_record (id, type, source, source_id, anime_id, record) SELECT ${id('a')}, 'anime', 'filled', n::text, ${id('a')}, ${RECORD} ${SERIES}`,
    `INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, status, decided_at)
      SELECT ${id('a')}, 'anime', 'filled', n::text, ${RECORD}, 'review_requested', '{}', 'approved', ${AT} ${SERIES}`,
    `INSERT INTO publication (id, kind, created_at) SELECT ${id('c')}, 'import', ${AT} ${SERIES}`,
    `INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
      SELECT (SELECT position FROM publication_head) + n, ${id('c')}, ${id('c')}, 'anime.updated', ${id('a')}, 1, '{}', ${AT} ${SERIES}`,
    `INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, status, attempt, completed_at)
      SELECT ${id('a')}, (lpad(to_hex(1 + n % 1000), 12, '0') || '${DIGITS}' || 'e')::uuid, ${id('c')},
        (SELECT position FROM publication_head) + n, 'anime.updated',
        (CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'delivered' END)::delivery_status, 1, ${AT} ${SERIES}`,
    `INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, status) SELECT ${id('a')}, 0, 2, ${AT}, 12, 200 ${SERIES}`,
    `INSERT INTO audit_event (id, at, kind, outcome, actor, object) SELECT ${id('a')}, ${AT}, 'filled', 'done', 'tool:a' || n % 100, n::text ${SERIES}`,
    `UPDATE publication_head SET position = position + $1::int`,
  ])
    await client.query(statement, [rows]);
  await client.query('SET session_replication_role = origin');
  for (const definition of indexes) await client.query(definition);
  await client.query('ANALYZE');
}

/** Of full tables, indexes are built in a fraction of the time that they take row by row. @returns what makes them again */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [LARGE_TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
