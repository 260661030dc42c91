import { type PlacedEpisodeRecord, recordsThatCount } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import type { EpisodeDraft } from './drafts.ts';
import type { EpisodeRecord } from './record.ts';
import { keyOf } from './recordKey.ts';
import { statedRecords } from './statedRecords.ts';

/** A record and the episode it has belonged to so far; none when its source tells of it for the first time. */
export interface EpisodePiece {
  readonly placed: PlacedEpisodeRecord;
  readonly home: EpisodeDraft | undefined;
}

/** The records that name one number of one anime: one episode. */
export interface EpisodeGroup {
  readonly animeId: string;
  readonly number: number;
  /** Most believed first, but those that count before those that do not. None: a row that no record tells of. */
  readonly pieces: readonly EpisodePiece[];
  readonly counting: ReadonlySet<EpisodePiece>;
}

/** What a batch may move: the episodes it touches, and how their records and the batch's come together by number. */
export interface EpisodeGroups {
  readonly groups: readonly EpisodeGroup[];
  readonly episodes: readonly EpisodeDraft[];
}

/** Groups what is said now with the records of every episode that it can touch; the order of the lines makes no difference. */
export function groupEpisodes(draft: CatalogDraft, said: ReadonlyMap<string, PlacedEpisodeRecord>): EpisodeGroups {
  const episodes = concernedEpisodes(draft, said);
  const bySlot = new Map<string, { animeId: string; number: number; pieces: EpisodePiece[] }>();
  const groupAt = ({ animeId, number }: { animeId: string; number: number }) => {
    const slot = `${animeId}\u0000${number}`;
    const known = bySlot.get(slot) ?? { animeId, number, pieces: [] };
    bySlot.set(slot, known);
    return known;
  };
  for (const episode of episodes) {
    const placed = statedRecords(episode).filter(({ record }) => !said.has(keyOf(record)));
    for (const it of placed) groupAt(slotOf(it)).pieces.push({ placed: it, home: episode });
    if (episode.now !== null && statedRecords(episode).length === 0) groupAt(episode.now);
  }
  for (const placed of said.values())
    groupAt(slotOf(placed)).pieces.push({ placed, home: draft.episodes.ofKey(placed.record) });

  const groups = [...bySlot.values()]
    .sort((a, b) => (a.animeId < b.animeId ? -1 : a.animeId > b.animeId ? 1 : a.number - b.number))
    .map(({ animeId, number, pieces }) => {
      const believed = draft.sources.inOrderOfBelief(pieces, ({ placed }) => placed.record);
      const count = new Set(recordsThatCount(believed.map(({ placed }) => placed)));
      const counting = new Set(believed.filter(({ placed }) => count.has(placed)));
      return { animeId, number, pieces: [...counting, ...believed.filter((it) => !counting.has(it))], counting };
    });
  return { groups, episodes };
}

/** Where a record says that it belongs. */
export function slotOf({ record, animeId }: PlacedEpisodeRecord): { animeId: string; number: number } {
  return { animeId, number: record.number ?? 0 };
}

/** Whether the source of this record, telling of the same parent, has another record of the episode. */
export function tellsOf({ source, sourceId, anime }: EpisodeRecord, episode: EpisodeDraft): boolean {
  return statedRecords(episode).some(
    ({ record }) =>
      record.source === source &&
      record.sourceId !== sourceId &&
      record.anime?.source === anime?.source &&
      record.anime?.sourceId === anime?.sourceId,
  );
}

/**
 * The numbers at which somebody may stand in the way of what is said, and whose holders the draft does not know: to be loaded until
 * there are none.
 */
export function unknownSlots(
  draft: CatalogDraft,
  said: Iterable<PlacedEpisodeRecord>,
): { readonly animeId: string; readonly number: number }[] {
  const slots = [...said].map(slotOf);
  for (const episode of draft.episodes.values()) slots.push(...statedRecords(episode).map(slotOf));
  return slots.filter(({ animeId, number }) => draft.episodes.ofNumber(animeId, number) === undefined);
}

/** The homes of what is said, the holders of the numbers that it names, and whoever they get in touch with in turn. */
function concernedEpisodes(draft: CatalogDraft, said: ReadonlyMap<string, PlacedEpisodeRecord>): EpisodeDraft[] {
  const concerned = new Set<EpisodeDraft>();
  const open: (EpisodeDraft | undefined)[] = [];
  const holderOf = (placed: PlacedEpisodeRecord) => {
    const { animeId, number } = slotOf(placed);
    return draft.episodes.ofNumber(animeId, number);
  };
  for (const placed of said.values()) open.push(draft.episodes.ofKey(placed.record), holderOf(placed));
  while (open.length > 0) {
    const episode = open.pop();
    if (episode === undefined || concerned.has(episode)) continue;
    concerned.add(episode);
    open.push(...statedRecords(episode).map(holderOf));
  }
  return [...concerned].sort((a, b) => (a.id < b.id ? -1 : 1));
}
