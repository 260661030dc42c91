import type { TransactionClient } from '../../database/database.ts';
import type { ExternalId } from '../model/canonical.ts';
import { readJson } from '../reading/sqlText.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { unknownSlots } from './episodeGroups.ts';
import { IDENTIFYING_SITES, identitiesOf, identityKey } from './identity.ts';
import { overlay } from './overlay.ts';
import type { CatalogRecord, RecordKey } from './record.ts';
import { keyOf, recordKey } from './recordKey.ts';
import { type StoredAnimeRow, selectAnimeDrafts, storedAnimeOf } from './statements/selectAnimeDrafts.ts';
import { selectClaimants } from './statements/selectClaimants.ts';
import { type StoredEpisode, selectEpisodeDrafts } from './statements/selectEpisodeDrafts.ts';
import { type StoredMatches, selectRecords } from './statements/selectRecords.ts';

/**
 * Fills the draft with everything the tables hold that these records can match: sources, anime, and the episodes that they tell of
 * already. Who else stands at the episodes' numbers is known when their anime are (loadHolders).
 *
 * @returns the stored records and proposals under the records' keys
 */
export async function loadDraft(
  client: TransactionClient,
  draft: CatalogDraft,
  records: readonly CatalogRecord[],
): Promise<StoredMatches> {
  for (const source of await client.source.findMany()) draft.sources.set(source.name, source);
  const asked = namedBy(records);
  const matches = await readJson<StoredMatches>(client, selectRecords(asked.keys, asked.identities));
  // What is absent is as before: a line may match by what its source has said earlier.
  const full = inFull(records, matches);
  const further = without(namedBy(full), asked);
  const found: { readonly animeId: string }[] = [...matches.records, ...matches.identities];
  if (further.keys.length > 0 || further.identities.length > 0) {
    const more = await readJson<StoredMatches>(client, selectRecords(further.keys, further.identities));
    found.push(...more.records, ...more.identities);
  }
  const givenUp = identitiesGivenUp(full, matches);
  if (givenUp.length > 0) found.push(...(await readJson<{ animeId: string }[]>(client, selectClaimants(givenUp))));
  await loadAnime(client, draft, [...new Set(found.map(({ animeId }) => animeId))]);
  await loadEpisodes(
    client,
    draft,
    matches.records.flatMap(({ episodeId }) => episodeId ?? []),
    [],
  );
  return matches;
}

/** Takes up these anime as stored. */
export async function loadAnime(client: TransactionClient, draft: CatalogDraft, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const anime of await readJson<StoredAnimeRow[]>(client, selectAnimeDrafts(ids)))
    draft.anime.load(storedAnimeOf(anime));
}

/** Takes up the episodes that stand where these records go, and those that they could push further in turn. */
export async function loadHolders(
  client: TransactionClient,
  draft: CatalogDraft,
  destinations: readonly PlacedEpisodeRecord[],
): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const slots = unknownSlots(draft, destinations).filter((slot) => !asked.has(JSON.stringify(slot)));
    if (slots.length === 0) return;
    for (const slot of slots) asked.add(JSON.stringify(slot));
    await loadEpisodes(client, draft, [], slots);
  }
}

async function loadEpisodes(
  client: TransactionClient,
  draft: CatalogDraft,
  ids: readonly string[],
  numbers: readonly { readonly animeId: string; readonly number: number }[],
): Promise<void> {
  if (ids.length === 0 && numbers.length === 0) return;
  for (const episode of await readJson<StoredEpisode[]>(client, selectEpisodeDrafts(ids, numbers)))
    draft.episodes.load(episode);
}

interface Named {
  readonly keys: readonly RecordKey[];
  readonly identities: readonly ExternalId[];
}

/** The keys and ids by which records lead to what is stored. */
function namedBy(records: readonly CatalogRecord[]): Named {
  const parents = records.flatMap((record) => (record.type === 'episode' && record.anime ? [record.anime] : []));
  return {
    keys: [...records, ...parents].map(({ source, sourceId }) => ({ source, sourceId })),
    identities: [
      ...records.flatMap((record) => (record.type === 'anime' ? identitiesOf(record) : [])),
      ...parents
        .filter(({ source }) => IDENTIFYING_SITES.has(source))
        .map(({ source, sourceId }) => ({ site: source, id: sourceId })),
    ],
  };
}

function without(named: Named, asked: Named): Named {
  const keys = new Set(asked.keys.map(keyOf));
  const identities = new Set(asked.identities.map(identityKey));
  return {
    keys: named.keys.filter((key) => !keys.has(keyOf(key))),
    identities: named.identities.filter((id) => !identities.has(identityKey(id))),
  };
}

/** What the sources say with these records, including what they have said before, published or waiting. */
function inFull(records: readonly CatalogRecord[], { records: stored, proposals }: StoredMatches): CatalogRecord[] {
  const known = new Map<string, CatalogRecord>();
  const waiting = proposals.filter(({ status }) => status === 'pending');
  for (const row of [...stored, ...waiting]) {
    const key = recordKey(row);
    known.set(key, overlay(known.get(key), row.record as CatalogRecord));
  }
  return records.map((record) => {
    const full = overlay(known.get(recordKey(record)), record);
    known.set(recordKey(record), full);
    return full;
  });
}

/** Ids that published records have stated and that these no longer do. */
function identitiesGivenUp(full: readonly CatalogRecord[], { records: stored }: StoredMatches): ExternalId[] {
  const before = new Map(stored.map((row) => [recordKey(row), row.record as CatalogRecord]));
  return full.flatMap((record) => {
    const earlier = before.get(recordKey(record));
    if (record.type !== 'anime' || earlier?.type !== 'anime') return [];
    const kept = new Set(identitiesOf(record).map(identityKey));
    return identitiesOf(earlier).filter((id) => !kept.has(identityKey(id)));
  });
}
