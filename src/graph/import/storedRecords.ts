import type { Database } from '../../database/database.ts';
import type { SourceRecord } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { Publications } from '../publication/publications.ts';
import {
  animeRecordSchema,
  type CatalogRecord,
  episodeRecordSchema,
  RESERVED_SOURCES,
  storedRecord,
} from './record.ts';

interface Row {
  readonly record: unknown;
  readonly animeId: string;
}

const MEMBERS = { anime: Object.keys(animeRecordSchema.shape), episode: Object.keys(episodeRecordSchema.shape) };

/** Anime records of a source after one, by `sourceId`: a page of 100, fewer at the end. */
export async function animeRecords(
  { client }: Pick<Database, 'client'>,
  { source, after }: { readonly source: string; readonly after?: string | null | undefined },
): Promise<SourceRecord[]> {
  for (const [name, value] of Object.entries({ source, after: after ?? '' })) {
    if (!value.isWellFormed() || value.includes('\0')) throw invalidParameter(name, 'must be text without NUL.');
  }
  const rows = await client.$queryRaw<Row[]>`
    SELECT record, anime_id AS "animeId" FROM source_record
    WHERE type = 'anime' AND source = ${source} AND source_id > ${after ?? ''}
    ORDER BY source_id LIMIT ${LARGEST_PAGE}`;
  return rows.map(shown);
}

/**
 * Every source's records of the episodes of up to 100 anime, in no order, without those that have no effect because
 * their source has given the number to another episode since.
 */
export async function episodeRecords(
  { client }: Pick<Database, 'client'>,
  animeIds: readonly string[],
): Promise<SourceRecord[]> {
  if (animeIds.length > LARGEST_PAGE) throw invalidParameter('animeIds', `must be at most ${LARGEST_PAGE}.`);
  const rows = await client.$queryRaw<Row[]>`
    SELECT DISTINCT ON (anime_id, source, record -> 'number') record, anime_id AS "animeId" FROM source_record
    WHERE type = 'episode' AND anime_id = ANY(${animeIds}::uuid[]) AND source <> ALL(${[...RESERVED_SOURCES.keys()]})
    ORDER BY anime_id, source, record -> 'number', batch DESC, source_id`;
  return rows.map(shown);
}

/**
 * A token that every import and review changes. The read waits for a publication in progress: nothing was published
 * between two equal tokens.
 */
export async function recordsState(publications: Publications): Promise<string> {
  return await publications.rehearse(async ({ client, position }) => {
    const [batch] = await client.$queryRaw<{ last: bigint }[]>`SELECT last_value AS last FROM import_batch`;
    return `${position}.${batch?.last ?? 0}`;
  });
}

function shown({ record, animeId }: Row): SourceRecord {
  const stored = storedRecord(record);
  return { animeId, record: inOrder(stored) };
}

/** The members in the order of the format; jsonb keeps none. */
function inOrder(record: CatalogRecord): object {
  const members = record as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    MEMBERS[record.type].filter((name) => name in members).map((name) => [name, members[name]]),
  );
}
