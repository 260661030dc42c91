import { sameEpisode } from '../model/compareCanonical.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import type { EndedEpisode, EpisodeDraft } from './drafts.ts';
import { type EpisodeGroup, type EpisodePiece, groupEpisodes } from './episodeGroups.ts';
import type { RecordKey } from './record.ts';
import { keyOf } from './recordKey.ts';
import { ownRecords, statedRecords } from './statedRecords.ts';

/** What became of one line. */
export type PlacedOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Puts what sources say of episodes into the draft, all of it at once: an episode is a number of an anime, so records that name the
 * same one are one episode, whatever moved where to get there. An episode keeps its id along the record that is believed most; one
 * that all its records have left becomes the episode they went to.
 *
 * @param said in the order of the lines; of two of the same key the last stands
 * @returns one outcome a line
 */
export function placeEpisodes(draft: CatalogDraft, said: readonly PlacedEpisodeRecord[]): PlacedOutcome[] {
  if (said.length === 0) return [];
  const latest = new Map(said.map((placed) => [keyOf(placed.record), placed]));
  const { groups, episodes } = groupEpisodes(draft, latest);
  const chosen = chooseEpisodes(draft, groups, episodes);
  for (const [group, episode] of chosen) if (group.pieces.length > 0) draft.episodes.keepHandMade(episode);
  const groupOfKey = new Map(groups.flatMap((group) => group.pieces.map((it) => [keyOf(it.placed.record), group])));
  const outcomes = judgeLines(draft, said, (key) => {
    const group = need(groupOfKey.get(key));
    return { group, episode: need(chosen.get(group)) };
  });

  const touched = groups.filter((group) => isTouched(group, chosen.get(group), latest));
  const kept = new Set(chosen.values());
  for (const group of touched) draft.episodes.forgetNumber(need(chosen.get(group)));
  const episodeOf = (followed: RecordKey | null) => {
    const group = followed === null ? undefined : groupOfKey.get(keyOf(followed));
    return group && chosen.get(group);
  };
  for (const left of episodes.filter((episode) => !kept.has(episode))) {
    draft.episodes.join(left, need(episodeOf(draft.episodes.leaderOf(left))));
  }
  for (const episode of episodes) {
    const into = draft.episodes.get(draft.episodes.joined.get(episode.id)?.into ?? episode.id);
    for (const ended of [...episode.ended])
      draft.episodes.redirect(ended, episode, need(episodeOf(ended.followed) ?? into));
  }
  for (const group of touched) {
    const episode = need(chosen.get(group));
    const moved = group.pieces.filter(({ placed, home }) => latest.has(keyOf(placed.record)) || home !== episode);
    draft.episodes.settle(episode, group, {
      records: group.pieces.map(({ placed }) => placed),
      written: moved.map(({ placed }) => placed),
    });
  }
  return outcomes;
}

interface Claim {
  /** A draft, or an episode that has ended and would return. */
  readonly episode: EpisodeDraft | EndedEpisode;
  /** Its most believed record; none: a row that no record tells of. */
  readonly leader: EpisodePiece | undefined;
  /** Whether it follows a record that counts. */
  readonly counts: boolean;
}

/** Which episode each group is. */
function chooseEpisodes(
  draft: CatalogDraft,
  groups: readonly EpisodeGroup[],
  episodes: readonly EpisodeDraft[],
): Map<EpisodeGroup, EpisodeDraft> {
  const chosen = new Map<EpisodeGroup, EpisodeDraft>();
  const free = new Set(episodes);
  const choose = (group: EpisodeGroup, episode: EpisodeDraft) => {
    chosen.set(group, episode);
    free.delete(episode);
  };
  const claims = claimsOf(draft, groups, episodes);
  for (const group of groups) {
    const [best] = (claims.get(group) ?? []).sort((a, b) => rankOf(group, a) - rankOf(group, b));
    if (best !== undefined) choose(group, taken(draft, group, best));
  }
  for (const group of groups) {
    if (chosen.has(group)) continue;
    const home = group.pieces.map((piece) => piece.home).find((it) => it !== undefined && free.has(it));
    choose(group, home ?? draft.episodes.create());
  }
  return chosen;
}

/** An episode goes where its most believed record goes, of those that count. */
function claimsOf(
  draft: CatalogDraft,
  groups: readonly EpisodeGroup[],
  episodes: readonly EpisodeDraft[],
): Map<EpisodeGroup, Claim[]> {
  const pieces = new Map<EpisodeDraft, { piece: EpisodePiece; group: EpisodeGroup }[]>();
  for (const group of groups) {
    for (const piece of group.pieces) {
      if (piece.home !== undefined) pieces.set(piece.home, [...(pieces.get(piece.home) ?? []), { piece, group }]);
    }
  }
  const claims = new Map<EpisodeGroup, Claim[]>();
  const claim = (group: EpisodeGroup, it: Claim) => claims.set(group, [...(claims.get(group) ?? []), it]);
  for (const episode of episodes) {
    const own = draft.episodes.inOrderOfClaim(episode, pieces.get(episode) ?? [], ({ piece }) => piece.placed.record);
    const first = own.find(({ piece, group }) => group.counting.has(piece)) ?? own[0];
    const bare = first === undefined ? groups.find((group) => isAt(episode, group)) : undefined;
    // Where its own record has lost its number, the id waits for what becomes of that.
    const counts = own[0]?.group.counting.has(own[0].piece) === true;
    if (first !== undefined) claim(first.group, { episode, leader: first.piece, counts });
    else if (bare !== undefined) claim(bare, { episode, leader: undefined, counts: true });
  }
  for (const group of groups) {
    const present = new Set((claims.get(group) ?? []).flatMap((it) => (it.counts ? it.episode.id : [])));
    for (const leader of group.counting) {
      if (leader.home === undefined || present.has(leader.home.id)) continue;
      for (const episode of leader.home.ended) {
        if (episode.followed !== null && keyOf(episode.followed) === keyOf(leader.placed.record))
          claim(group, { episode, leader, counts: true });
      }
    }
  }
  return claims;
}

/** Lower is better: who follows a record that counts, then whose record is believed most. */
function rankOf(group: EpisodeGroup, { leader, counts }: Claim): number {
  return (counts ? 0 : 1_000_000) + (leader === undefined ? -1 : group.pieces.indexOf(leader));
}

function taken(draft: CatalogDraft, { animeId }: EpisodeGroup, { episode, leader }: Claim): EpisodeDraft {
  return 'records' in episode ? episode : draft.episodes.revive(episode, need(leader?.home), animeId);
}

function isAt({ now }: EpisodeDraft, { animeId, number }: EpisodeGroup): boolean {
  return now?.animeId === animeId && now.number === number;
}

/** Whether the group's episode is to be merged anew: what it says, or who says it, has changed. */
function isTouched(
  { pieces }: EpisodeGroup,
  episode: EpisodeDraft | undefined,
  latest: ReadonlyMap<string, PlacedEpisodeRecord>,
): boolean {
  if (episode === undefined) return false;
  return (
    pieces.length !== statedRecords(episode).length ||
    pieces.some(({ placed, home }) => home !== episode || latest.has(keyOf(placed.record)))
  );
}

/** What each line does to its episode, given where everything ends. */
function judgeLines(
  draft: CatalogDraft,
  said: readonly PlacedEpisodeRecord[],
  endOf: (key: string) => { readonly group: EpisodeGroup; readonly episode: EpisodeDraft },
): PlacedOutcome[] {
  const states = new Map<EpisodeDraft, { records: Map<string, PlacedEpisodeRecord>; now: EpisodeDraft['now'] }>();
  return said.map((placed) => {
    const key = keyOf(placed.record);
    const { group, episode } = endOf(key);
    const ends = new Set(group.pieces.map((it) => keyOf(it.placed.record)));
    const staying = statedRecords(episode).filter(({ record }) => ends.has(keyOf(record)));
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

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('every group has its episode');
  return value;
}
