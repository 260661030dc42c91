import { Prisma } from '../../database/generated/client.ts';
import { sharedLoader } from '../reading/loaders.ts';
import type { EpisodeEntity } from './episodeEntity.ts';

/** An episode in brief. */
type BriefEpisode = Pick<
  EpisodeEntity,
  'id' | 'version' | 'number' | 'title' | 'status' | 'scheduledAt' | 'releasedAt'
>;

/** Whose episode is asked for, at an instant. */
interface AnimeAt {
  readonly animeId: string;
  readonly at: Date;
}

/** The first that is planned for that instant or a later one; conditions in the words of a partial index. */
export const nextEpisodes = briefLoader(
  Prisma.sql`e.status IN ('scheduled', 'delayed') AND e.scheduled_at >= k.at ORDER BY e.scheduled_at, e.number`,
);

/** The last whose release was confirmed by then. */
export const lastReleasedEpisodes = briefLoader(
  Prisma.sql`e.status = 'released' AND e.released_at <= k.at ORDER BY e.released_at DESC, e.number DESC`,
);

type Row = Omit<BriefEpisode, 'version' | 'number' | 'scheduledAt' | 'releasedAt'> & {
  readonly key: string;
  readonly version: bigint;
  readonly number: Prisma.Decimal;
  readonly scheduledAt: Date | null;
  readonly releasedAt: Date | null;
};

/**
 * At most one episode for each anime. One index entry an anime is read: Prisma's `distinct` would read every episode of
 * a hundred anime to show a hundred.
 */
function briefLoader(choice: Prisma.Sql) {
  return sharedLoader<BriefEpisode, AnimeAt>(async (client, keys) => {
    const rows = await client.$queryRaw<Row[]>(Prisma.sql`
      SELECT k.key, e.id, e.version, e.number, t.title, e.status::text AS status,
        e.scheduled_at AS "scheduledAt", e.released_at AS "releasedAt"
      FROM unnest(${keys.map(keyOf)}::text[], ${keys.map(({ animeId }) => animeId)}::uuid[],
        ${keys.map(({ at }) => at.toISOString())}::timestamptz[]) k (key, id, at)
      CROSS JOIN LATERAL (SELECT * FROM episode e WHERE e.anime_id = k.id AND ${choice} LIMIT 1) e
      LEFT JOIN episode_title t ON t.episode_id = e.id AND t.position = 0`);
    return new Map(
      rows.map(({ key, version, number, scheduledAt, releasedAt, ...row }) => [
        key,
        {
          ...row,
          version: String(version),
          number: Number(number),
          scheduledAt: scheduledAt?.toISOString() ?? null,
          releasedAt: releasedAt?.toISOString() ?? null,
        },
      ]),
    );
  }, keyOf);
}

function keyOf({ animeId, at }: AnimeAt): string {
  return `${animeId} ${at.toISOString()}`;
}
