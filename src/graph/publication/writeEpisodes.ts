import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { LARGEST_NUMBER } from '../import/record.ts';
import type { EpisodeChange } from './changes.ts';

/** Writes the rows of changed episodes, each table in one statement; the episode's own row first (see writeAnime). */
export async function writeEpisodes(
  client: TransactionClient,
  changes: readonly EpisodeChange[],
  at: string,
): Promise<void> {
  const created = changes.filter(({ before }) => before === null);
  const updated = changes.filter(({ before }) => before !== null);
  const renumbered = updated.filter(
    ({ before, now }) => before?.number !== now.number || before.animeId !== now.animeId,
  );
  if (renumbered.length > 1) await client.$executeRaw(parkNumbers(renumbered.map(({ id }) => id)));
  if (updated.length > 0) await client.$executeRaw(updateEpisodes(updated.map(toRow), at));
  if (created.length > 0) await client.$executeRaw(insertEpisodes(created.map(toRow), at));

  const retitled = changes.filter(({ before, now }) => !isDeepStrictEqual(before?.titles ?? [], now.titles));
  const emptied = retitled.filter(({ before }) => (before?.titles.length ?? 0) > 0).map(({ id }) => id);
  if (emptied.length > 0)
    await client.$executeRaw`DELETE FROM episode_title WHERE episode_id = ANY (${emptied}::uuid[])`;
  const titles = retitled.flatMap(({ id, now }) =>
    now.titles.map((title, position) => ({ episode_id: id, position, ...title })),
  );
  if (titles.length > 0) {
    await client.$executeRaw`
      INSERT INTO episode_title
      SELECT * FROM jsonb_populate_recordset(NULL::episode_title, ${JSON.stringify(titles)}::jsonb)`;
  }
}

function toRow({ id, now, releaseAnnounced }: EpisodeChange) {
  return {
    id,
    anime_id: now.animeId,
    number: now.number,
    status: now.status,
    scheduled_at: now.scheduledAt,
    released_at: now.releasedAt,
    release_announced: releaseAnnounced || now.status === 'released',
  };
}

function insertEpisodes(rows: readonly object[], at: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO episode (id, anime_id, number, status, scheduled_at, released_at, release_announced, created_at, updated_at)
    SELECT id, anime_id, number, status, scheduled_at, released_at, release_announced, ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_populate_recordset(NULL::episode, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Episodes that are renumbered among themselves would stand in each other's way, row by row: they make room first, in numbers that no
 * record may have (LARGEST_NUMBER).
 */
function parkNumbers(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    UPDATE episode e SET number = ${LARGEST_NUMBER}::numeric + p.place * 0.01
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS p (id, place) WHERE e.id = p.id`;
}

function updateEpisodes(rows: readonly object[], at: string): Prisma.Sql {
  return Prisma.sql`
    UPDATE episode e SET anime_id = r.anime_id, number = r.number, status = r.status, scheduled_at = r.scheduled_at,
      released_at = r.released_at, release_announced = r.release_announced, revision = e.revision + 1, updated_at = ${at}::timestamptz
    FROM jsonb_populate_recordset(NULL::episode, ${JSON.stringify(rows)}::jsonb) r
    WHERE e.id = r.id`;
}
