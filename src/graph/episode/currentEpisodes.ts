import type { Database } from '../../database/database.ts';
import type { EpisodeStatus } from '../model/vocabulary.ts';
import { sharedLoader } from '../reading/loaders.ts';
import { instantOfJson, utc } from '../reading/servedFields.ts';

/** An episode in brief, enough where an operation selects no other field. */
export interface BriefEpisode {
  readonly id: string;
  readonly version: string;
  readonly number: number;
  readonly title: string | null;
  readonly status: EpisodeStatus;
  readonly scheduledAt: string | null;
  readonly releasedAt: string | null;
  readonly anime?: undefined;
}

/** Whose episode is asked for, at an instant. */
export interface AnimeAt {
  readonly animeId: string;
  readonly at: Date;
}

/** How one episode `e` of an anime is chosen at the instant `k.at`; conditions in the words of a partial index. */
interface Choice {
  readonly condition: string;
  readonly order: string;
}

/** The first that is planned for that instant or a later one. */
export const nextEpisodes = briefLoader({
  condition: `e.status IN ('scheduled', 'delayed') AND e.scheduled_at >= k.at`,
  order: 'e.scheduled_at, e.number',
});

/** The last whose release was confirmed by then. */
export const lastReleasedEpisodes = briefLoader({
  condition: `e.status = 'released' AND e.released_at <= k.at`,
  order: 'e.released_at DESC, e.number DESC',
});

/** At most one episode for each anime. */
function briefLoader(choice: Choice) {
  return sharedLoader((database, keys) => readChosen(database, choice, keys), keyOf);
}

function keyOf({ animeId, at }: AnimeAt): string {
  return `${animeId} ${at.toISOString()}`;
}

async function readChosen(
  database: Pick<Database, 'read'>,
  { condition, order }: Choice,
  keys: readonly string[],
): Promise<Map<string, BriefEpisode>> {
  const parts = keys.map((key) => key.split(' '));
  const [animeIds, instants] = [0, 1].map((part) => parts.map((each) => each[part] ?? ''));
  const columns = [
    ...['k.n::text AS n', 'e.id::text AS id', 'e.version::text AS version', 'e.number::text AS number'],
    ...['t.title', 'e.status::text AS status'],
    ...['scheduled_at', 'released_at'].map((column) => `to_json(${utc(`e.${column}`)}) #>> '{}' AS ${column}`),
  ];
  const rows = await database.read({
    text: `SELECT ${columns.join(', ')} FROM unnest($1::uuid[], $2::timestamptz[]) WITH ORDINALITY k (id, at, n)
      CROSS JOIN LATERAL (
        SELECT e.* FROM episode e WHERE e.anime_id = k.id AND ${condition} ORDER BY ${order} LIMIT 1
      ) e LEFT JOIN episode_title t ON t.episode_id = e.id AND t.position = 0`,
    values: [animeIds ?? [], instants ?? []],
  });
  const instant = (text: string | null | undefined) => (text ? instantOfJson(text) : null);
  return new Map(
    rows.map(([n, id, version, number, title, status, scheduledAt, releasedAt]) => [
      keys[Number(n) - 1] ?? '',
      {
        ...{ id: id ?? '', version: version ?? '', number: Number(number), title: title ?? null },
        ...{ status: status as EpisodeStatus, scheduledAt: instant(scheduledAt), releasedAt: instant(releasedAt) },
      },
    ]),
  );
}
