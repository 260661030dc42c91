import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { principalTitles } from '../../../src/graph/model/principalTitles.ts';

// The same reads as a seasoned programmer writes them by hand: Express, pg, one prepared SQL statement each, relations
// as JSON built by PostgreSQL. No validation, no signed cursors, no quota, no problem details. The pool is as large as
// the program's, and its sessions have the same settings, so that none has better plans.
const SESSION_OPTIONS = '-c plan_cache_mode=force_generic_plan -c jit=off -c TimeZone=UTC -c DateStyle=ISO';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: SESSION_OPTIONS });

const imagesColumn = `(SELECT coalesce(json_agg(i), '[]') FROM (SELECT i.url, i.width, i.height FROM anime_image i
    WHERE i.anime_id = a.id ORDER BY i.position) i) AS images`;
const animeColumns = `a.id, a.title,
  (SELECT coalesce(json_agg(t), '[]') FROM (SELECT t.position, t.title, t.language, t.kind FROM anime_title t
    WHERE t.anime_id = a.id ORDER BY t.position) t) AS "allTitles",
  a.format, a.status, a.start_date::text AS "startDate", a.end_date::text AS "endDate", a.year, a.season,
  a.episode_count AS episodes, a.duration_minutes AS "durationMinutes", a.synopsis,
  ${imagesColumn},
  (SELECT coalesce(json_agg(g), '[]') FROM (SELECT g.slug, g.name FROM anime_genre l JOIN genre g ON g.id = l.genre_id
    WHERE l.anime_id = a.id ORDER BY l.position) g) AS genres,
  (SELECT coalesce(json_agg(s), '[]') FROM (SELECT s.slug, s.name FROM anime_studio l JOIN studio s ON s.id = l.studio_id
    WHERE l.anime_id = a.id ORDER BY l.position) s) AS studios,
  (SELECT coalesce(json_agg(x), '[]') FROM (SELECT x.site, x.external_id AS id FROM anime_external_id x
    WHERE x.anime_id = a.id ORDER BY x.position) x) AS "externalIds",
  (SELECT coalesce(json_agg(json_build_object('type', r.type, 'anime', json_build_object('id', r.id, 'title', r.title, 'format', r.format))), '[]')
    FROM (SELECT r.type, b.id, b.title, b.format FROM anime_relation r JOIN anime b ON b.id = r.related_id
    WHERE r.anime_id = a.id AND b.merged_into_id IS NULL ORDER BY r.type, b.id LIMIT 100) r) AS relations,
  a.is_adult AS "isAdult", a.broadcast, a.official_site AS "officialSite",
  (SELECT coalesce(json_agg(m.id ORDER BY m.id), '[]') FROM anime m WHERE m.merged_into_id = a.id) AS "mergedIds", a.revision, a.created_at AS "createdAt", a.updated_at AS "updatedAt"`;

// The limit stands in the text: as a parameter it would lead the planner to read for a tenth of the table.
const listSql = (limit: number) => `SELECT ${animeColumns} FROM anime a
  WHERE a.merged_into_id IS NULL AND a.id > $1 ORDER BY a.id LIMIT ${limit + 1}`;
const oneSql = `SELECT ${animeColumns} FROM anime a WHERE a.id = $1`;
const episodeColumns = `e.id, json_build_object('id', a.id, 'title', a.title, 'format', a.format) AS anime,
  e.number::float8 AS number,
  (SELECT t.title FROM episode_title t WHERE t.episode_id = e.id AND t.position = 0) AS title,
  (SELECT coalesce(json_agg(t), '[]') FROM (SELECT t.title, t.language, t.kind FROM episode_title t
    WHERE t.episode_id = e.id AND t.position > 0 ORDER BY t.position) t) AS "alternativeTitles",
  e.status, e.scheduled_at AS "scheduledAt", e.released_at AS "releasedAt", e.revision,
  e.created_at AS "createdAt", e.updated_at AS "updatedAt"`;
const episodesSql = (limit: number) =>
  `SELECT ${episodeColumns} FROM anime a LEFT JOIN episode e ON e.anime_id = a.id AND e.number > $2 WHERE a.id = $1 ORDER BY e.number LIMIT ${limit + 1}`;
const releasesSql = (limit: number) => `SELECT ${episodeColumns} FROM episode e JOIN anime a ON a.id = e.anime_id
  WHERE e.status = 'released' AND e.released_at >= $1 AND e.released_at < $2 AND e.released_at <= $3
  ORDER BY e.released_at DESC, e.id LIMIT ${limit + 1}`;

function animeOf({ allTitles, ...row }: pg.QueryResultRow) {
  const alternativeTitles = allTitles.flatMap(({ position, ...title }: { position: number }) =>
    position > 0 ? [title] : [],
  );
  const [preferred] = allTitles;
  return { ...row, titleLanguage: preferred?.language ?? null, alternativeTitles, titles: principalTitles(allTitles) };
}

const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decodeCursor = (text: unknown) => JSON.parse(Buffer.from(String(text), 'base64url').toString());

const app = express();

app.get('/v1/anime', async (request, response) => {
  const limit = Number(request.query.limit ?? 25);
  const after = String(request.query.after ?? '00000000-0000-0000-0000-000000000000');
  const { rows } = await pool.query({ name: `list${limit}`, text: listSql(limit), values: [after] });
  const items: pg.QueryResultRow[] = rows.slice(0, limit).map(animeOf);
  const nextCursor = rows.length > limit ? items[limit - 1]?.id : null;
  response.json({ items, page: { nextCursor } });
});

app.get('/v1/anime/:id', async (request, response) => {
  const { rows } = await pool.query({ name: 'one', text: oneSql, values: [request.params.id] });
  if (rows.length === 0) response.status(404).json({ code: 'not_found' });
  else response.json(animeOf(rows[0]));
});

app.get('/v1/anime/:id/episodes', async (request, response) => {
  const limit = Number(request.query.limit ?? 25);
  const after = request.query.after === undefined ? -1 : decodeCursor(request.query.after);
  const { rows } = await pool.query({
    name: `episodes${limit}`,
    text: episodesSql(limit),
    values: [request.params.id, after],
  });
  if (rows.length === 0) {
    response.status(404).json({ code: 'not_found' });
    return;
  }
  const found = rows[0].id === null ? [] : rows;
  const items = found.slice(0, limit);
  const nextCursor = found.length > limit ? encodeCursor(items[limit - 1].number) : null;
  response.json({ items, page: { nextCursor } });
});

app.get('/v1/episodes/releases', async (request, response) => {
  const limit = Number(request.query.limit ?? 25);
  const window = { from: String(request.query.from), to: String(request.query.to), asOf: new Date().toISOString() };
  const values = [window.from, window.to, window.asOf];
  const { rows } = await pool.query({ name: `releases${limit}`, text: releasesSql(limit), values });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit ? encodeCursor([last.releasedAt, last.id]) : null;
  response.json({ items, page: { nextCursor }, window });
});

const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
