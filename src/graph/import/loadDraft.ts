import type { TransactionClient } from '../../database/database.ts';
import { readJson } from '../reading/sqlText.ts';
import { type CatalogDraft, keyOf } from './catalogDraft.ts';
import { IDENTIFYING_SITES, identitiesOf } from './identity.ts';
import type { CatalogRecord, EpisodeRecord, RecordKey } from './record.ts';
import { type StoredAnimeRow, selectAnimeDrafts, storedAnimeOf } from './statements/selectAnimeDrafts.ts';
import { type StoredEpisode, selectEpisodeDrafts } from './statements/selectEpisodeDrafts.ts';
import { type StoredMatches, selectRecords } from './statements/selectRecords.ts';

/**
 * Fills the draft with everything the tables hold that these records can match. What an earlier batch of the same draft has
 * changed stands: a dry run goes on where it left off.
 *
 * @returns the stored records and proposals under the records' keys
 */
export async function loadDraft(
  client: TransactionClient,
  draft: CatalogDraft,
  records: readonly CatalogRecord[],
): Promise<StoredMatches> {
  for (const source of await client.source.findMany()) draft.sources.set(source.name, source);
  const parents = records.flatMap((record) => (record.type === 'episode' && record.anime ? [record.anime] : []));
  const keys: RecordKey[] = [...records, ...parents].map(({ source, sourceId }) => ({ source, sourceId }));
  const identities = [
    ...records.flatMap((record) => (record.type === 'anime' ? identitiesOf(record) : [])),
    ...parents
      .filter(({ source }) => IDENTIFYING_SITES.has(source))
      .map(({ source, sourceId }) => ({ site: source, id: sourceId })),
  ];
  const matches = await readJson<StoredMatches>(client, selectRecords(keys, identities));
  await loadAnime(client, draft, [
    ...new Set([...matches.records, ...matches.identities].map(({ animeId }) => animeId)),
  ]);
  await loadEpisodes(client, draft, records, matches);
  return matches;
}

/** Takes up these anime as stored. */
export async function loadAnime(client: TransactionClient, draft: CatalogDraft, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const anime of await readJson<StoredAnimeRow[]>(client, selectAnimeDrafts(ids)))
    draft.loadAnime(storedAnimeOf(anime));
}

async function loadEpisodes(
  client: TransactionClient,
  draft: CatalogDraft,
  records: readonly CatalogRecord[],
  matches: StoredMatches,
): Promise<void> {
  const episodes = new Map(matches.records.flatMap((row) => (row.episodeId === null ? [] : [[keyOf(row), row]])));
  const ids = [...episodes.values()].flatMap(({ episodeId }) => episodeId ?? []);
  const numbers = records.flatMap((record) => {
    if (record.type === 'anime') return [];
    const stored = episodes.get(keyOf(record));
    const number = record.number ?? (stored?.record as EpisodeRecord | undefined)?.number;
    const parent = record.anime === undefined ? undefined : draft.parentOf(record.anime);
    const animeId = parent?.id ?? stored?.animeId;
    return animeId === undefined || number === undefined ? [] : [{ animeId, number }];
  });
  if (ids.length === 0 && numbers.length === 0) return;
  await loadEpisodeDrafts(client, draft, ids, numbers);
  // A known episode that goes to another anime takes its canonical number along, whichever source that is from.
  const moves = records.flatMap((record) => {
    const now = record.type === 'episode' ? draft.episodeOfKey(record)?.now : null;
    const parent = record.type === 'episode' && record.anime !== undefined ? draft.parentOf(record.anime) : undefined;
    return now == null || parent === undefined || parent.id === now.animeId
      ? []
      : [{ animeId: parent.id, number: now.number }];
  });
  if (moves.length > 0) await loadEpisodeDrafts(client, draft, [], moves);
}

async function loadEpisodeDrafts(
  client: TransactionClient,
  draft: CatalogDraft,
  ids: readonly string[],
  numbers: readonly { readonly animeId: string; readonly number: number }[],
): Promise<void> {
  for (const episode of await readJson<StoredEpisode[]>(client, selectEpisodeDrafts(ids, numbers)))
    draft.loadEpisode(episode);
}
