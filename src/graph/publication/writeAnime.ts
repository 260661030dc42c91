import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime } from '../model/canonical.ts';
import { columnsOf, columnValues } from '../model/field.ts';
import { nameKey } from '../model/nameKey.ts';
import { assignTerms } from './assignTerms.ts';
import { type AnimeChange, isVisibleAnime, restoredColumns } from './changes.ts';
import { type EntityRow, insertRows, updateRows } from './entityRows.ts';

/**
 * Writes the rows of changed anime, one statement per table. The anime's own row goes first: its trigger draws the
 * change version once, and the triggers of the parts see that this transaction has drawn it, and the terms that the
 * links will have.
 */
export async function writeAnime(
  client: TransactionClient,
  changes: readonly AnimeChange[],
  at: string,
): Promise<void> {
  const created = changes.filter(({ before }) => before === null);
  const updated = changes.filter(({ before }) => before !== null);
  const genres = await assignTerms(
    client,
    'genre',
    changes.flatMap(({ now }) => now.genres),
  );
  const studios = await assignTerms(
    client,
    'studio',
    changes.flatMap(({ now }) => now.studios),
  );
  const toRow = (change: AnimeChange) => ({
    ...rowOf(change),
    terms: termNumbers([...change.now.genres.map(genres), ...change.now.studios.map(studios)]),
  });
  const columns = ['title', 'terms', ...columnsOf(animeFields)];
  if (created.length > 0) await client.$executeRaw(insertRows('anime', columns, created.map(toRow), at));
  if (updated.length > 0) await client.$executeRaw(updateRows('anime', columns, updated.map(toRow), at));

  await replaceParts(client, changes, 'titles', 'anime_title', ({ titles }) => titles.map((title) => ({ ...title })));
  await replaceParts(client, changes, 'genres', 'anime_genre', ({ genres: names }) =>
    names.map((name) => ({ genre_id: genres(name).id })),
  );
  await replaceParts(client, changes, 'studios', 'anime_studio', ({ studios: names }) =>
    names.map((name) => ({ studio_id: studios(name).id })),
  );
  await replaceParts(client, changes, 'externalIds', 'anime_external_id', ({ externalIds }) =>
    externalIds.map(({ site, id }) => ({ site, external_id: id })),
  );
  await insertMerged(client, created);
  await replaceParts(client, changes, 'images', 'anime_image', ({ images }) => images.map((image) => ({ ...image })));
  await replaceParts(client, changes, 'relations', 'anime_stated_relation', ({ relations }) =>
    relations.map(({ type, anime, statedBy }) => ({
      type,
      source: anime.source,
      source_id: anime.sourceId,
      stated_by: statedBy,
    })),
  );
}

/** The rows of anime that were merged into restored ones: only their identifiers are known. */
async function insertMerged(client: TransactionClient, created: readonly AnimeChange[]): Promise<void> {
  const data = created.flatMap(({ id, now, restored }) =>
    (restored?.led ?? []).map((merged) => ({ id: merged, title: now.titles[0]?.title ?? '', mergedIntoId: id })),
  );
  if (data.length > 0) await client.anime.createMany({ data });
}

type Part = 'titles' | 'genres' | 'studios' | 'externalIds' | 'images' | 'relations';

/**
 * One statement, which deletes first, for all anime: an identifying id may move between anime within a publication. Its
 * triggers, which run at its end, find the terms of anime as they are.
 */
async function replaceParts(
  client: TransactionClient,
  changes: readonly AnimeChange[],
  part: Part,
  table: string,
  rowsOf: (now: CanonicalAnime) => object[],
): Promise<void> {
  const comparable = (value: CanonicalAnime | null) =>
    part === 'genres' || part === 'studios' ? (value?.[part] ?? []).map(nameKey) : (value?.[part] ?? []);
  const changed = changes.filter(({ before, now }) => !isDeepStrictEqual(comparable(before), comparable(now)));
  if (changed.length === 0) return;
  const emptied = changed.filter(({ before }) => before !== null && before[part].length > 0).map(({ id }) => id);
  const rows = changed.flatMap(({ id, now }) =>
    rowsOf(now).map((row, position) => ({ anime_id: id, position, ...row })),
  );
  await client.$executeRaw`
    WITH gone AS (DELETE FROM ${Prisma.raw(table)} WHERE anime_id = ANY (${emptied}::uuid[]) RETURNING 1)
    INSERT INTO ${Prisma.raw(table)}
    SELECT r.* FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb) r
    WHERE (SELECT count(*) FROM gone) >= 0`;
}

function termNumbers(terms: readonly { readonly number: number }[]): number[] {
  return [...new Set(terms.map(({ number }) => number))].sort((a, b) => a - b);
}

function rowOf(change: AnimeChange): EntityRow {
  const { id, before, now, restored } = change;
  const { popularity, relations } = now;
  return {
    id,
    title: now.titles[0]?.title,
    ...columnValues(animeFields, now),
    revision: isVisibleAnime(change) ? 1 : 0,
    version: before === null || isDeepStrictEqual({ ...before, popularity, relations }, now) ? 0 : 1,
    ...restoredColumns(restored),
  };
}
