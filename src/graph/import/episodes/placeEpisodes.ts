import { sameEpisode } from '../../model/compareCanonical.ts';
import { groupBy } from '../../reading/groupBy.ts';
import type { CatalogDraft } from '../draft/catalogDraft.ts';
import { type EpisodeDraft, ownRecords, type PlacedEpisodeRecord, sourceRecords } from '../draft/drafts.ts';
import { keyOf, type RecordKey } from '../record.ts';
import { type EpisodeGroup, type EpisodePiece, groupEpisodes } from './episodeGroups.ts';

/** The result of one line. */
export type PlacedOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Puts episode records into the draft, all at once: an episode is a number of an anime, so records that name the same
 * one are one episode, whatever they moved from. An episode's id follows its most trusted record; an episode that all
 * its records have left becomes the one that they went to.
 *
 * @param said in the order of the lines; of two with the same key the last counts
 * @returns one outcome a line
 */
export function placeEpisodes(draft: CatalogDraft, said: readonly PlacedEpisodeRecord[]): PlacedOutcome[] {
  if (said.length === 0) return [];
  const latest = new Map(said.map((placed) => [keyOf(placed.record), placed]));
  const { groups, episodes } = groupEpisodes(draft, latest);
  const chosen = chooseEpisodes(draft, groups, episodes);
  for (const { pieces, episode } of chosen) if (pieces.length > 0) draft.episodes.keepHandMade(episode);
  const byKey = new Map(chosen.flatMap((group) => group.pieces.map((it) => [keyOf(it.placed.record), group])));
  const outcomes = judgeLines(draft, said, byKey);

  const touched = chosen.filter((group) => isTouched(group, latest));
  const kept = new Set(chosen.map(({ episode }) => episode));
  for (const { episode } of touched) draft.episodes.forgetNumber(episode);
  const episodeOf = (followed: RecordKey | null) => followed && byKey.get(keyOf(followed))?.episode;
  const joined = new Map<EpisodeDraft, EpisodeDraft>();
  for (const left of episodes.filter((episode) => !kept.has(episode))) {
    const into = episodeOf(draft.episodes.leaderOf(left));
    if (!into) throw new Error('the leader of every episode is in a group');
    draft.episodes.join(left, into);
    joined.set(left, into);
  }
  for (const episode of episodes) {
    for (const ended of [...episode.ended])
      draft.episodes.redirect(ended, episode, episodeOf(ended.followed) ?? joined.get(episode) ?? episode);
  }
  for (const { episode, pieces, ...slot } of touched) {
    const moved = pieces.filter(({ placed, home }) => latest.has(keyOf(placed.record)) || home !== episode);
    draft.episodes.settle(episode, slot, {
      records: pieces.map(({ placed }) => placed),
      written: moved.map(({ placed }) => placed),
    });
  }
  return outcomes;
}

interface ChosenGroup extends EpisodeGroup {
  readonly episode: EpisodeDraft;
}

/** An episode that a group may be. */
interface Candidate {
  readonly id: string;
  /** Its most trusted record; undefined for an episode without source records. */
  readonly leader: EpisodePiece | undefined;
  /** Whether it follows an effective record. */
  readonly counts: boolean;
  readonly choose: () => EpisodeDraft;
}

/** Decides which episode each group is. */
function chooseEpisodes(
  draft: CatalogDraft,
  groups: readonly EpisodeGroup[],
  episodes: readonly EpisodeDraft[],
): ChosenGroup[] {
  const candidates = candidatesOf(draft, groups, episodes);
  const free = new Set(episodes);
  const best = groups.map((group) => {
    const [first] = (candidates.get(group) ?? []).sort((a, b) => rankOf(group, a) - rankOf(group, b));
    const episode = first?.choose();
    if (episode !== undefined) free.delete(episode);
    return { ...group, episode };
  });
  return best.map(({ episode, ...group }) => {
    const homes = group.pieces.flatMap(({ home }) => home ?? []);
    const chosen = episode ?? homes.find((home) => free.has(home)) ?? draft.episodes.create();
    free.delete(chosen);
    return { ...group, episode: chosen };
  });
}

/** An episode follows its most trusted effective record. Ended episodes return with the record that they followed. */
function candidatesOf(
  draft: CatalogDraft,
  groups: readonly EpisodeGroup[],
  episodes: readonly EpisodeDraft[],
): Map<EpisodeGroup, Candidate[]> {
  const pieces = groups.flatMap((group) => group.pieces.map((piece) => ({ piece, group })));
  const byHome = groupBy(pieces, ({ piece }) => piece.home);
  const candidates = new Map(groups.map((group) => [group, [] as Candidate[]]));
  for (const episode of episodes) {
    const own = draft.episodes.sortLeaders(episode, byHome.get(episode) ?? [], ({ piece }) => piece.placed.record);
    const first = own.find(({ piece }) => piece.counts) ?? own[0];
    const group = first?.group ?? groups.find((it) => isAt(episode, it));
    // Where the leader has lost its number, the id waits for the leader's next number.
    const counts = own[0]?.piece.counts ?? true;
    if (group !== undefined)
      candidates.get(group)?.push({ id: episode.id, leader: first?.piece, counts, choose: () => episode });
  }
  for (const [group, its] of candidates) {
    const present = new Set(its.filter(({ counts }) => counts).map(({ id }) => id));
    for (const leader of group.pieces) {
      const { home, counts, placed } = leader;
      if (!counts || home === undefined || present.has(home.id)) continue;
      for (const ended of home.ended) {
        if (ended.followed === null || keyOf(ended.followed) !== keyOf(placed.record)) continue;
        const choose = () => draft.episodes.revive(ended, home, group.animeId);
        its.push({ id: ended.id, leader, counts, choose });
      }
    }
  }
  return candidates;
}

/** Lower is better: first episodes that follow an effective record, then by the priority of their record. */
function rankOf(group: EpisodeGroup, { leader, counts }: Candidate): number {
  return (counts ? 0 : 1_000_000) + (leader === undefined ? -1 : group.pieces.indexOf(leader));
}

function isAt({ now }: EpisodeDraft, { animeId, number }: EpisodeGroup): boolean {
  return now?.animeId === animeId && now.number === number;
}

/** Whether the records of a group's episode, or their places, have changed. */
function isTouched({ pieces, episode }: ChosenGroup, latest: ReadonlyMap<string, PlacedEpisodeRecord>): boolean {
  return (
    pieces.length !== sourceRecords(episode).length ||
    pieces.some(({ placed, home }) => home !== episode || latest.has(keyOf(placed.record)))
  );
}

/** What each line does to its episode, given the groups in which all records end. */
function judgeLines(
  draft: CatalogDraft,
  said: readonly PlacedEpisodeRecord[],
  groups: ReadonlyMap<string, ChosenGroup>,
): PlacedOutcome[] {
  const states = new Map<EpisodeDraft, { records: Map<string, PlacedEpisodeRecord>; now: EpisodeDraft['now'] }>();
  return said.map((placed) => {
    const key = keyOf(placed.record);
    const group = groups.get(key);
    if (group === undefined) throw new Error('every record is in a group');
    const { episode } = group;
    const ends = new Set(group.pieces.map((it) => keyOf(it.placed.record)));
    const staying = sourceRecords(episode).filter(({ record }) => ends.has(keyOf(record)));
    const known = [...ownRecords(episode), ...staying].map((it) => [keyOf(it.record), it] as const);
    const state = states.get(episode) ?? { records: new Map(known), now: episode.now };
    const home = draft.episodes.ofKey(placed.record);
    const before = state.now;
    state.records.set(key, placed);
    state.now = draft.episodes.merged([...state.records.values()], group);
    states.set(episode, state);
    if (before === null && episode.stored === null) return 'created';
    const moved = home !== undefined && home !== episode;
    return moved || before === null || !sameEpisode(before, state.now) ? 'updated' : 'unchanged';
  });
}
