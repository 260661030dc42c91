import { createServer } from 'node:http';
import pg from 'pg';
import { announce } from './announce.ts';
import { databaseUrl, POOL_SIZE, SESSION_OPTIONS } from './settings.ts';

// The least that can answer: PostgreSQL builds the whole body, node:http passes it on as it is.
const pool = new pg.Pool({ connectionString: databaseUrl(), max: POOL_SIZE, options: SESSION_OPTIONS });

const anime = `SELECT a.id, a.title,
  (SELECT coalesce(json_agg(t), '[]') FROM (SELECT t.title, t.language, t.kind FROM anime_title t
    WHERE t.anime_id = a.id AND t.position > 0 ORDER BY t.position) t) AS "alternativeTitles",
  a.format, a.status, a.start_date AS "startDate", a.end_date AS "endDate", a.year, a.season,
  a.episode_count AS episodes, a.duration_minutes AS "durationMinutes", a.synopsis,
  (SELECT coalesce(json_agg(i), '[]') FROM (SELECT i.url, i.width, i.height FROM anime_image i
    WHERE i.anime_id = a.id ORDER BY i.position) i) AS images,
  (SELECT coalesce(json_agg(g), '[]') FROM (SELECT g.slug, g.name FROM anime_genre l JOIN genre g ON g.id = l.genre_id
    WHERE l.anime_id = a.id ORDER BY l.position) g) AS genres,
  (SELECT coalesce(json_agg(s), '[]') FROM (SELECT s.slug, s.name FROM anime_studio l JOIN studio s ON s.id = l.studio_id
    WHERE l.anime_id = a.id ORDER BY l.position) s) AS studios,
  (SELECT coalesce(json_agg(x), '[]') FROM (SELECT x.site, x.external_id AS id FROM anime_external_id x
    WHERE x.anime_id = a.id ORDER BY x.position) x) AS "externalIds",
  a.is_adult AS "isAdult", a.revision,
  to_char(a.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
  to_char(a.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt" FROM anime a`;
const list = `SELECT json_build_object('items', coalesce(json_agg(r.q) FILTER (WHERE r.n <= 25), '[]'),
    'page', json_build_object('nextCursor', CASE WHEN count(*) > 25 THEN (array_agg((r.q).id))[25] END))::text AS body
  FROM (SELECT row_number() OVER () AS n, q FROM (${anime} WHERE a.merged_into_id IS NULL AND a.id > $1
    ORDER BY a.id LIMIT 26) q) r`;
const one = `SELECT row_to_json(q)::text AS body FROM (${anime} WHERE a.id = $1) q`;
const utc = (column: string) => `to_char(e.${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const episodes = `SELECT json_build_object('items', coalesce(json_agg(r.q) FILTER (WHERE r.n <= 25), '[]'),
    'page', json_build_object('nextCursor', CASE WHEN count(*) > 25 THEN (array_agg((r.q).number))[25] END))::text AS body
  FROM (SELECT row_number() OVER () AS n, q FROM (
    SELECT e.id, json_build_object('id', a.id, 'title', a.title, 'format', a.format) AS anime, e.number::float8 AS number,
      (SELECT t.title FROM episode_title t WHERE t.episode_id = e.id AND t.position = 0) AS title,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT t.title, t.language, t.kind FROM episode_title t
        WHERE t.episode_id = e.id AND t.position > 0 ORDER BY t.position) t) AS "alternativeTitles",
      e.status, ${utc('scheduled_at')} AS "scheduledAt", ${utc('released_at')} AS "releasedAt", e.revision,
      ${utc('created_at')} AS "createdAt", ${utc('updated_at')} AS "updatedAt"
    FROM episode e JOIN anime a ON a.id = e.anime_id WHERE e.anime_id = $1 ORDER BY e.number LIMIT 26) q) r`;

const firstId = '00000000-0000-0000-0000-000000000000';

announce(
  createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, , , id, below] = pathname.split('/');
    const [name, text] =
      id === undefined ? ['list', list] : below === undefined ? ['one', one] : ['episodes', episodes];
    const values = [id ?? searchParams.get('after') ?? firstId];
    const { rows } = await pool.query({ name, text, values });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(rows[0].body);
  }),
);
