import { canonicalAnime } from './canonicalAnime.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { decidedOfAnime, decidedOfEpisode } from './decidedOf.ts';
import type { HeldOutcome } from './outcome.ts';
import { type AnimeRecord, type CatalogRecord, type EpisodeRecord, REVIEW_SOURCE } from './record.ts';
import { keyOf } from './recordKey.ts';

/** The outcome of a line that changes nothing because a reviewer decided otherwise; null where it would count for nothing anyway. */
export function heldByPins(draft: CatalogDraft, said: CatalogRecord): HeldOutcome | null {
  const held = said.type === 'anime' ? heldOfAnime(draft, said) : heldOfEpisode(draft, said);
  if (held === null || held.fields.length === 0) return null;
  const fields = held.fields.join(', ');
  const reason = `a reviewer decided ${fields}: the sources are heard again after catalog review unpin ${held.id}`;
  return { kind: 'held', reason, proposalId: null };
}

interface Held {
  /** The anime or episode that is pinned. */
  readonly id: string;
  readonly fields: readonly string[];
}

function heldOfAnime(draft: CatalogDraft, said: AnimeRecord): Held | null {
  const anime = draft.anime.ofKey(said);
  const pins = anime?.records.get(keyOf({ source: REVIEW_SOURCE, sourceId: anime.id }));
  if (anime?.now == null || pins === undefined) return null;
  const stated = [...anime.records.values()].filter((record) => record !== pins);
  const unpinned = canonicalAnime(
    draft.sources.inOrderOfBelief(stated, (record) => record),
    () => true,
  );
  return { id: anime.id, fields: pinned(pins, decidedOfAnime(said, anime.now), decidedOfAnime(said, unpinned)) };
}

function heldOfEpisode(draft: CatalogDraft, said: EpisodeRecord): Held | null {
  const episode = draft.episodes.ofKey(said);
  const pins = episode?.records.get(keyOf({ source: REVIEW_SOURCE, sourceId: episode.id }))?.record;
  if (episode?.now == null || pins === undefined) return null;
  const stated = [...episode.records.values()].filter(({ record }) => record !== pins);
  const unpinned = draft.episodes.merged(stated, episode.now);
  return {
    id: episode.id,
    fields: pinned(pins, decidedOfEpisode(said, episode.now), decidedOfEpisode(said, unpinned)),
  };
}

/** In what the line differs from what stands there and not from what the sources say. */
function pinned(pins: CatalogRecord, standing: object, unpinned: object): string[] {
  return Object.keys(standing).filter((name) => name in pins && !(name in unpinned));
}
