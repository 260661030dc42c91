import { isDeepStrictEqual } from 'node:util';
import type { ExternalId } from '../model/canonical.ts';
import { sameAnime } from '../model/compareCanonical.ts';
import type { ProposalReason } from '../model/vocabulary.ts';
import type { CatalogDraft } from './draft/catalogDraft.ts';
import type { AnimeDraft } from './draft/drafts.ts';
import { identitiesOf, identityKey } from './identity.ts';
import { type Outcome, rejected } from './outcome.ts';
import { overlayAnime, sameRecord } from './overlay.ts';
import { type AnimeRecord, keyOf, NAMES_SOURCE } from './record.ts';

/**
 * Decides one anime record (docs/decisions.md#identity) and, where it is to be published, puts it into the draft.
 * @param reviewing why it needs a review in any case; null when it does not
 */
export function planAnime(draft: CatalogDraft, record: AnimeRecord, reviewing: ProposalReason | null): Outcome {
  const known = draft.anime.ofKey(record);
  const before = known?.records.get(keyOf(record)) ?? null;
  const merged = overlayAnime(before, record);
  if (before !== null && sameRecord(before, merged)) return { kind: 'unchanged' };

  const { target, candidates, ambiguous } = matchAnime(draft, merged, known, before);
  if (target === null && record.source === NAMES_SOURCE) return NO_ANIME;
  if (target === null && merged.titles === undefined && !ambiguous) {
    return rejected('/titles', 'titles must name at least one title on first sight');
  }
  const reason = reviewing ?? (ambiguous ? 'ambiguous_match' : null);
  if (reason !== null) return { kind: 'proposed', reason, candidates, compared: candidates };

  const { draft: anime, before: canonical } = draft.anime.putRecord(target, merged);
  if (canonical === null) return { kind: 'created' };
  const isSame =
    anime.now !== null &&
    sameAnime(canonical, anime.now) &&
    isDeepStrictEqual(canonical.relations, anime.now.relations);
  return { kind: isSame ? 'unchanged' : 'updated' };
}

const NO_ANIME: Outcome = {
  kind: 'held',
  reason: 'no anime has one of its ids yet: import the catalogue first, then the names again',
  proposalId: null,
};

/** The ids that a record states and its source had not stated before. */
export function newIdentities(merged: AnimeRecord, before: AnimeRecord | null): ExternalId[] {
  const settled = new Set(before === null ? [] : identitiesOf(before).map(identityKey));
  return identitiesOf(merged).filter((id) => !settled.has(identityKey(id)));
}

/**
 * The anime that a record means. Ids that the same key stated before are settled, perhaps by a reviewer: only newly
 * stated ones can bring in another match.
 */
export function matchAnime(
  draft: CatalogDraft,
  merged: AnimeRecord,
  known: AnimeDraft | undefined,
  before: AnimeRecord | null,
) {
  const matches = new Set(known === undefined ? [] : [known]);
  for (const id of newIdentities(merged, before)) {
    const owner = draft.anime.ofIdentity(id);
    if (owner !== undefined) matches.add(owner);
  }
  const [target = null] = matches;
  const taken = before === null && [...(target?.records.values() ?? [])].some(({ source }) => source === merged.source);
  return { target, candidates: [...matches].map(({ id }) => id), ambiguous: matches.size > 1 || taken };
}
