import type { TransactionClient } from '../../../database/database.ts';
import type { Source } from '../../../database/generated/client.ts';
import type { ExternalId } from '../../model/canonical.ts';
import { IDENTIFYING_SITES } from '../../model/vocabulary.ts';
import { identitiesOf, identityKey } from '../identity.ts';
import { overlay } from '../overlay.ts';
import { type CatalogRecord, keyOf, type RecordKey, recordKey } from '../record.ts';
import { CatalogDraft } from './catalogDraft.ts';
import { type PlacedEpisodeRecord, slotOf, sourceRecords } from './drafts.ts';
import {
  readJson,
  type StoredAnimeRow,
  type StoredEpisode,
  selectAnimeDrafts,
  selectEpisodeDrafts,
  storedAnimeOf,
} from './selectDrafts.ts';
import { type IdOwner, type StoredMatches, selectAnimeStating, selectRecords } from './selectRecords.ts';

/** The reads that fill a draft. */
export interface DraftReads {
  sources(): Promise<readonly Source[]>;
  matches(named: Named): Promise<StoredMatches>;
  stating(identities: readonly ExternalId[]): Promise<readonly IdOwner[]>;
  /** By id; merged ones are left out. */
  anime(ids: readonly string[]): Promise<readonly StoredAnimeRow[]>;
  episodes(wanted: WantedEpisodes): Promise<readonly StoredEpisode[]>;
}

/** One statement for each read. */
export function draftReads(client: TransactionClient): DraftReads {
  return {
    sources: () => client.source.findMany(),
    matches: ({ keys, identities }) => readJson(client, selectRecords(keys, identities)),
    stating: (identities) => readJson(client, selectAnimeStating(identities)),
    anime: (ids) => readJson(client, selectAnimeDrafts(ids)),
    episodes: ({ ids, slots }) => readJson(client, selectEpisodeDrafts(ids, slots)),
  };
}

/**
 * A draft of everything stored that these records can match: sources, anime, and the episodes that their keys name. The
 * holders of the episodes' numbers can only be loaded when their anime are known (loadHolders).
 *
 * @returns the draft, and the stored records and proposals under the records' keys
 */
export async function loadDraft(reads: DraftReads, records: readonly CatalogRecord[]) {
  const draft = CatalogDraft.of(await reads.sources());
  const asked = namedBy(records);
  const matches = await reads.matches(asked);
  // Absent members are as before, so a record may match by what its source said earlier.
  const full = inFull(records, matches);
  const further = without(namedBy(full), asked);
  const found: { readonly animeId: string }[] = [...matches.records, ...matches.identities];
  if (further.keys.length > 0 || further.identities.length > 0) {
    const more = await reads.matches(further);
    found.push(...more.records, ...more.identities);
  }
  const released = releasedIdentities(full, matches);
  if (released.length > 0) found.push(...(await reads.stating(released)));
  await loadAnime(reads, draft, [...new Set(found.map(({ animeId }) => animeId))]);
  const ids = matches.records.flatMap(({ episodeId }) => episodeId ?? []);
  await loadEpisodes(reads, draft, { ids });
  return { draft, matches };
}

export async function loadAnime(reads: DraftReads, draft: CatalogDraft, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const row of await reads.anime(ids)) draft.anime.load(storedAnimeOf(row));
}

/** Episodes by id and by number. */
interface WantedEpisodes {
  readonly ids: readonly string[];
  readonly slots: readonly ReturnType<typeof slotOf>[];
}

export async function loadEpisodes(
  reads: DraftReads,
  draft: CatalogDraft,
  { ids = [], slots = [] }: Partial<WantedEpisodes>,
): Promise<void> {
  if (ids.length === 0 && slots.length === 0) return;
  for (const row of await reads.episodes({ ids, slots })) draft.episodes.load(row);
}

/** Loads the episodes that have the numbers to which these records go, and in turn those that these could push away. */
export async function loadHolders(
  reads: DraftReads,
  draft: CatalogDraft,
  destinations: readonly PlacedEpisodeRecord[],
): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const known = [...draft.episodes.values()].flatMap(sourceRecords);
    const slots = [...destinations, ...known]
      .map(slotOf)
      .filter((slot) => draft.episodes.ofNumber(slot.animeId, slot.number) === undefined)
      .filter((slot) => !asked.has(JSON.stringify(slot)));
    if (slots.length === 0) return;
    for (const slot of slots) asked.add(JSON.stringify(slot));
    await loadEpisodes(reads, draft, { slots });
  }
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

/** The records with everything that their sources said before, published or waiting. */
function inFull(records: readonly CatalogRecord[], { records: stored, proposals }: StoredMatches): CatalogRecord[] {
  const known = new Map<string, CatalogRecord>();
  const add = (record: CatalogRecord) => {
    const full = overlay(known.get(recordKey(record)), record);
    known.set(recordKey(record), full);
    return full;
  };
  const pending = proposals.filter(({ status }) => status === 'pending');
  for (const { record } of [...stored, ...pending]) add(record);
  return records.map(add);
}

/** Ids that published records stated and that these no longer do. */
function releasedIdentities(full: readonly CatalogRecord[], { records: stored }: StoredMatches): ExternalId[] {
  const before = new Map(stored.map(({ record }) => [recordKey(record), record]));
  return full.flatMap((record) => {
    const earlier = before.get(recordKey(record));
    if (record.type !== 'anime' || earlier?.type !== 'anime') return [];
    const kept = new Set(identitiesOf(record).map(identityKey));
    return identitiesOf(earlier).filter((id) => !kept.has(identityKey(id)));
  });
}
