/** How large the benchmark's catalogue is; the edition changes with its rows. */
export const DATASET = { anime: 40_000, titles: 200_000, episodes: 500_000, edition: 5 } as const;

/** A deterministic UUID v7 in ascending order: 48 bits of time, then bits of a digest. */
const uuid = (kind: string, n: string): string =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || substr(md5('${kind}' || ${n}), 1, 3) || '8' || substr(md5('${kind}' || ${n}), 4, 15))::uuid`;

/** Makes the totals round: the last anime has that many more. */
const lastRow = (more: number) => `CASE WHEN i = ${DATASET.anime} THEN ${more} ELSE 0 END`;

/**
 * SQL that fills an empty catalogue with the same rows on every machine: 1 to 9 titles an anime, 1 to 24 episodes, of which a third of
 * the anime have the last one to come, two to four of
 * 40 genres, one or two of 800 studios, two to four external ids, an image, up to three relations. Triggers are off while it runs, versions are given.
 */
export const datasetStatements: readonly string[] = [
  `SET session_replication_role = replica`,
  `INSERT INTO genre (id, slug, name, key)
   SELECT ${uuid('genre', 'g')}, 'genre-' || g, 'Genre ' || g, 'genre ' || g FROM generate_series(1, 40) g`,
  `INSERT INTO studio (id, slug, name, key)
   SELECT ${uuid('studio', 's')}, 'studio-' || s, 'Studio ' || s, 'studio ' || s FROM generate_series(1, 800) s`,
  `INSERT INTO anime (id, title, format, status, start_date, end_date, year, season, episode_count, duration_minutes, synopsis,
                      is_adult, popularity, revision, version, created_at, updated_at)
   SELECT ${uuid('anime', 'i')}, 'Title ' || substr(md5('t' || i), 1, 12) || ' of ' || i,
     (enum_range(NULL::anime_format))[1 + i % 7], (enum_range(NULL::anime_status))[1 + i % 4],
     CASE WHEN i % 10 <> 0 THEN date '1990-01-01' + (i * 7919 % 13000) END,
     CASE WHEN i % 3 = 0 THEN date '1990-01-01' + (i * 7919 % 13000) + 84 END,
     CASE WHEN i % 10 <> 0 THEN 1990 + (i * 7919 % 13000) / 365 END, (enum_range(NULL::season))[1 + i % 5],
     i % 24 + 1, CASE WHEN i % 6 <> 0 THEN 24 END,
     CASE WHEN i % 4 <> 0 THEN repeat('A story about ' || md5('s' || i) || ', told again. ', 1 + i % 9) END,
     i % 50 = 0, i % 1000, 1 + i % 3, (extract(epoch FROM updated) * 1000000)::bigint,
     timestamptz '2024-01-01Z' + i * interval '7 seconds', updated
   FROM generate_series(1, ${DATASET.anime}) i,
     LATERAL (SELECT timestamptz '2025-01-01Z' + (i * 7919 % 40000) * interval '3 seconds' AS updated) u`,
  `INSERT INTO anime_title (anime_id, position, title, language, kind)
   SELECT ${uuid('anime', 'i')}, p,
     CASE WHEN p = 0 THEN 'Title ' || substr(md5('t' || i), 1, 12) || ' of ' || i
       WHEN p % 2 = 1 THEN '別題 ' || substr(md5(p || 't' || i), 1, 8) ELSE 'Also Known As ' || substr(md5(p || 't' || i), 1, 14) END,
     (ARRAY['ja-Latn', 'ja', 'en', 'zh-Hans', NULL])[1 + p % 5], (ARRAY['official', 'official', 'synonym', 'short', NULL]::title_kind[])[1 + p % 5]
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(0, i % 9 + ${lastRow(6)}) p`,
  `INSERT INTO anime_genre (anime_id, genre_id, position)
   SELECT ${uuid('anime', 'i')}, ${uuid('genre', '(1 + (i + p * 13) % 40)')}, p
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(0, 1 + i % 3) p`,
  `INSERT INTO anime_studio (anime_id, studio_id, position)
   SELECT ${uuid('anime', 'i')}, ${uuid('studio', '(1 + (i * 7 + p * 131) % 800)')}, p
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(0, i % 2) p`,
  `INSERT INTO anime_external_id (anime_id, site, external_id, position)
   SELECT ${uuid('anime', 'i')}, (ARRAY['mal', 'anilist', 'anidb', 'tmdb'])[1 + p], i::text, p
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(0, 1 + i % 3) p`,
  `INSERT INTO anime_image (anime_id, position, url, width, height)
   SELECT ${uuid('anime', 'i')}, 0, 'https://images.example.com/' || md5('p' || i) || '.jpg', 450, 640
   FROM generate_series(1, ${DATASET.anime}) i`,
  `INSERT INTO anime_relation (anime_id, related_id, type)
   SELECT ${uuid('anime', 'i')}, ${uuid('anime', 'j')}, t::relation_type
   FROM generate_series(1, ${DATASET.anime}) i, LATERAL (VALUES (i - 1, 'prequel', i % 4 <> 0), (i + 1, 'sequel', i % 4 <> 3),
     (i - 10, 'other', i % 20 >= 10), (i + 10, 'other', i % 20 < 10)) r (j, t, exists)
   WHERE r.exists AND j BETWEEN 1 AND ${DATASET.anime}`,
  `INSERT INTO episode (id, anime_id, number, status, scheduled_at, released_at, release_announced, revision, version, created_at, updated_at)
   SELECT ${uuid('episode', '(i::bigint * 32 + n)')}, ${uuid('anime', 'i')}, n,
     CASE WHEN released <= timestamptz '2025-06-01Z' THEN 'released' WHEN n % 9 = 0 THEN 'delayed' WHEN n % 11 = 0 THEN 'cancelled'
       ELSE 'scheduled' END::episode_status,
     released, CASE WHEN released <= timestamptz '2025-06-01Z' THEN released END, released <= timestamptz '2025-06-01Z',
     1 + n % 2, i::bigint * 32 + n, timestamptz '2024-01-01Z' + i * interval '7 seconds', timestamptz '2025-01-01Z' + i * interval '3 seconds'
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(1, 1 + i % 24 + ${lastRow(48)}) n,
     LATERAL (SELECT CASE WHEN i % 3 = 0 AND n = 1 + i % 24 THEN timestamptz '2100-01-01Z' + i * interval '1 minute'
       ELSE timestamptz '1990-01-01 15:30Z' + (i * 7919 % 13000) * interval '1 day' + n * interval '7 days' END AS released) t`,
  `INSERT INTO episode_title (episode_id, position, title, language, kind)
   SELECT ${uuid('episode', '(i::bigint * 32 + n)')}, p, 'Episode ' || substr(md5(p || 'e' || i * 32 + n), 1, 14),
     (ARRAY['en', 'ja'])[1 + p], 'official'
   FROM generate_series(1, ${DATASET.anime}) i, generate_series(1, 1 + i % 24) n, generate_series(0, n % 2) p WHERE n % 3 <> 0`,
  `RESET session_replication_role`,
  `ANALYZE`,
];
