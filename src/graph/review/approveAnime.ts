import type { CatalogDraft } from '../import/draft/catalogDraft.ts';
import type { AnimeDraft } from '../import/draft/drafts.ts';
import { type DraftReads, loadAnime } from '../import/draft/loadDraft.ts';
import { overlayAnime } from '../import/overlay.ts';
import { matchAnime, newIdentities } from '../import/planAnime.ts';
import { decidedOfAnime } from '../import/proposals/heldByPins.ts';
import { type AnimeRecord, keyOf, REVIEW_SOURCE } from '../import/record.ts';
import { animeFields } from '../model/animeFields.ts';
import { CatalogError } from '../model/errors.ts';
import type { Approval, Choice, ElsewhereId } from './approval.ts';
import { differenceOf } from './difference.ts';
import { nothingToApprove } from './nothingToApprove.ts';

/** @param decides whether the record's values become decisions, or only its identity */
export async function approveAnime(
  reads: DraftReads,
  draft: CatalogDraft,
  record: AnimeRecord,
  decides: boolean,
  choice: Choice,
): Promise<Approval> {
  const known = draft.anime.ofKey(record);
  const before = known?.records.get(keyOf(record)) ?? null;
  const merged = overlayAnime(before, record);
  const match = matchAnime(draft, merged, known, before);
  const target = await chooseTarget(reads, draft, match, known, choice);
  const targetId = target?.id ?? null;
  const compared = new Set([...match.candidates, ...(targetId === null ? [] : [targetId])]);
  const base = Object.fromEntries([...compared].map((id) => [id, draft.anime.get(id)?.revision ?? 0]));
  const idsElsewhere = newIdentities(merged, before).flatMap((id) => {
    const owner = draft.anime.ofIdentity(id);
    return owner === undefined || owner === target ? [] : [{ ...id, animeId: owner.id }];
  });
  if (target === null && merged.titles === undefined) {
    throw new CatalogError('conflict', 'The record names no title, so no new anime can be made of it.');
  }
  const canonical = target?.now ?? null;
  const { draft: anime } = draft.anime.putRecord(target, merged);
  if (decides && target !== null && canonical !== null) {
    const decided = decidedOfAnime(record, canonical);
    const key = { type: 'anime' as const, source: REVIEW_SOURCE, sourceId: target.id };
    if (Object.keys(decided).length > 0)
      draft.anime.putRecord(target, overlayAnime(target.records.get(keyOf(key)) ?? null, { ...key, ...decided }));
  }
  const difference = anime.now === null ? [] : differenceOf(animeFields, canonical, anime.now);
  const isLinked = known === undefined && choice.into !== null;
  let refusal: string | null = null;
  if (choice.asNew && choice.withoutSharedIds !== true && idsElsewhere.length > 0) {
    refusal = describeSharedIds(draft, idsElsewhere);
  } else if (canonical !== null && difference.length === 0 && decides && !isLinked) {
    // Linking a source's first record may still be useful: the source's episodes can follow it.
    const hint = ` To have its source's records count for anime ${anime.id} all the same, approve into that one.`;
    refusal = nothingToApprove(record, canonical) + (known === undefined ? hint : '');
  }
  return { draft, animeId: anime.id, targetId, base, candidates: match.candidates, difference, idsElsewhere, refusal };
}

function describeSharedIds(draft: CatalogDraft, elsewhere: readonly ElsewhereId[]): string {
  const owned = elsewhere.map(({ site, id, animeId }) => {
    return `${site} ${id} belongs to "${draft.anime.get(animeId)?.now?.titles[0]?.title}" (${animeId})`;
  });
  return `${owned.join(', ')}: a new anime would be without ${elsewhere.length === 1 ? 'it' : 'them'}. Approve into the one that is meant, or say that the new one goes without (withoutSharedIds, --without-shared-ids).`;
}

async function chooseTarget(
  reads: DraftReads,
  draft: CatalogDraft,
  match: ReturnType<typeof matchAnime>,
  known: AnimeDraft | undefined,
  { into, asNew }: Choice,
): Promise<AnimeDraft | null> {
  if (into !== null && asNew)
    throw new CatalogError('invalid_parameter', 'Give either into or new, not both.', { parameter: 'into' });
  if (known !== undefined && (asNew || (into !== null && into !== known.id))) {
    throw new CatalogError('conflict', `This record belongs to anime ${known.id} already; merge two anime instead.`);
  }
  if (asNew) return null;
  if (into === null) {
    if (!match.ambiguous || known !== undefined) return known ?? match.target;
    throw new CatalogError(
      'invalid_parameter',
      `The match is ambiguous: say into which anime (${match.candidates.join(', ')}), or that it is a new one.`,
      { parameter: 'into' },
    );
  }
  await loadAnime(reads, draft, [into]);
  const target = draft.anime.get(into);
  if (target !== undefined) return target;
  throw new CatalogError('not_found', `There is no anime ${into}, or it was merged into another.`, {
    parameter: 'into',
  });
}
