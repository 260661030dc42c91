import { effectiveRecords } from '../draft/canonicalEpisode.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import { type EpisodeDraft, type PlacedEpisodeRecord, slotOf, sourceRecords } from '../draft/drafts.ts';
import { type EpisodeRecord, keyOf } from '../record.ts';

/** A record of an episode group. */
export interface EpisodePiece {
  readonly placed: PlacedEpisodeRecord;
  /** The episode that it has belonged to so far; undefined for a new record. */
  readonly home: EpisodeDraft | undefined;
  /** Whether it is one of the group's effectiveRecords. */
  readonly counts: boolean;
}

/** The records that name one number of one anime: one episode. */
export interface EpisodeGroup {
  readonly animeId: string;
  readonly number: number;
  /** Effective ones first, each part by descending priority. Empty for an episode without source records. */
  readonly pieces: readonly EpisodePiece[];
}

/**
 * The episodes that a batch may change, and their records and the batch's by number. The order of the lines makes no
 * difference.
 */
export function groupEpisodes(
  draft: CatalogDraft,
  said: ReadonlyMap<string, PlacedEpisodeRecord>,
): { readonly groups: readonly EpisodeGroup[]; readonly episodes: readonly EpisodeDraft[] } {
  const episodes = affectedEpisodes(draft, said);
  const bySlot = new Map<string, { animeId: string; number: number; all: Omit<EpisodePiece, 'counts'>[] }>();
  const groupAt = ({ animeId, number }: ReturnType<typeof slotOf>) => {
    const slot = `${animeId}\u0000${number}`;
    const group = bySlot.get(slot) ?? { animeId, number, all: [] };
    bySlot.set(slot, group);
    return group.all;
  };
  for (const home of episodes) {
    const records = sourceRecords(home);
    if (home.now !== null && records.length === 0) groupAt(home.now);
    for (const placed of records) if (!said.has(keyOf(placed.record))) groupAt(slotOf(placed)).push({ placed, home });
  }
  for (const placed of said.values())
    groupAt(slotOf(placed)).push({ placed, home: draft.episodes.ofKey(placed.record) });

  const groups = [...bySlot.values()]
    .sort((a, b) => (a.animeId < b.animeId ? -1 : a.animeId > b.animeId ? 1 : a.number - b.number))
    .map(({ animeId, number, all }) => {
      const sorted = draft.sources.sort(all, ({ placed }) => placed.record);
      const effective = new Set(effectiveRecords(sorted.map(({ placed }) => placed)));
      const pieces = sorted.map((piece) => ({ ...piece, counts: effective.has(piece.placed) }));
      return { animeId, number, pieces: pieces.sort((a, b) => Number(b.counts) - Number(a.counts)) };
    });
  return { groups, episodes };
}

/** Whether an episode has another record of the same source and parent than this one. */
export function hasOtherRecordOf({ source, sourceId, anime }: EpisodeRecord, episode: EpisodeDraft): boolean {
  return sourceRecords(episode).some(
    ({ record }) =>
      record.source === source &&
      record.sourceId !== sourceId &&
      record.anime?.source === anime?.source &&
      record.anime?.sourceId === anime?.sourceId,
  );
}

/**
 * The current episodes of these records, the holders of the numbers that they name, and the holders of the numbers that
 * the records of those name.
 */
function affectedEpisodes(draft: CatalogDraft, said: ReadonlyMap<string, PlacedEpisodeRecord>): EpisodeDraft[] {
  const affected = new Set<EpisodeDraft>();
  const holderOf = (placed: PlacedEpisodeRecord) => {
    const { animeId, number } = slotOf(placed);
    return draft.episodes.ofNumber(animeId, number);
  };
  const open = [...said.values()].flatMap((placed) => [draft.episodes.ofKey(placed.record), holderOf(placed)]);
  while (open.length > 0) {
    const episode = open.pop();
    if (episode === undefined || affected.has(episode)) continue;
    affected.add(episode);
    open.push(...sourceRecords(episode).map(holderOf));
  }
  return [...affected].sort((a, b) => (a.id < b.id ? -1 : 1));
}
