import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { columnsOf, columnValues } from '../model/field.ts';
import { LARGEST_EPISODE_NUMBER } from '../model/limits.ts';
import { type EpisodeChange, eventOf, isVisibleEpisode, restoredColumns } from './changes.ts';
import { type EntityRow, insertRows, updateRows } from './entityRows.ts';

/**
 * Writes the rows of changed episodes, one statement per table; the episode's own row first (see writeAnime).
 * @param ending ids of episodes about to end, whose numbers may be reused
 */
export async function writeEpisodes(
  client: TransactionClient,
  changes: readonly EpisodeChange[],
  ending: readonly string[],
  at: string,
): Promise<void> {
  const created = changes.filter(({ before }) => before === null);
  const updated = changes.filter(({ before }) => before !== null);
  const renumbered = updated.filter(
    ({ before, now }) => before?.number !== now.number || before.animeId !== now.animeId,
  );
  const moving = [...ending, ...renumbered.map(({ id }) => id)];
  if (moving.length > 1 || ending.length > 0) await client.$executeRaw(parkNumbers(moving));
  const columns = ['anime_id', ...columnsOf(episodeFields), 'release_announced'];
  if (updated.length > 0) await client.$executeRaw(updateRows('episode', columns, updated.map(toRow), at));
  if (created.length > 0) await client.$executeRaw(insertRows('episode', columns, created.map(toRow), at));

  const ended = created.flatMap(({ id, restored }) => (restored?.led ?? []).map((led) => ({ id: led, episodeId: id })));
  if (ended.length > 0) await client.episodeAlias.createMany({ data: ended });

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

function toRow(change: EpisodeChange): EntityRow {
  const { id, now, announcedItself, restored } = change;
  return {
    id,
    anime_id: now.animeId,
    ...columnValues(episodeFields, now),
    release_announced: announcedItself || eventOf(change) === 'episode.released',
    revision: isVisibleEpisode(change) ? 1 : 0,
    ...restoredColumns(restored),
  };
}

/**
 * Episodes that swap numbers would collide row by row: they first move to numbers that no record may have
 * (LARGEST_EPISODE_NUMBER).
 */
function parkNumbers(ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    UPDATE episode e SET number = ${LARGEST_EPISODE_NUMBER}::numeric + p.place * 0.01
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS p (id, place) WHERE e.id = p.id`;
}
