import { type CatalogRecord, type TitleRecord, titleRecordSchema } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import { changeDecisions, type DecisionChange } from './changeDecisions.ts';
import type { Reviewer } from './decideProposal.ts';

/**
 * Adds a title that no source states, such as a popular short form, after the sources' titles; search finds it. For a
 * title that a source states it decides the kind.
 * @throws CatalogError as changeDecisions; invalid_parameter for an invalid title or language tag
 */
export async function addTitle(
  ports: PublishingPorts,
  animeId: string,
  title: TitleRecord,
  reviewer: Reviewer,
): Promise<DecisionChange> {
  const checked = titleRecordSchema.safeParse(title);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const parameter = String(issue?.path[0] ?? 'title');
    throw new CatalogError('invalid_parameter', `${parameter} ${issue?.message ?? 'is invalid'}.`, { parameter });
  }
  return await changeDecisions(ports, animeId, reviewer, (decided) => {
    const others = titlesOf(decided).filter((other) => !isSame(other, checked.data));
    return { ...requireAnime(decided), titles: [...others, checked.data] };
  });
}

/**
 * Removes a title that a reviewer added; those of sources stay.
 * @param title without language: in any language
 * @throws CatalogError as changeDecisions; not_found when no reviewer added it
 */
export async function removeTitle(
  ports: PublishingPorts,
  animeId: string,
  title: Pick<TitleRecord, 'title' | 'language'>,
  reviewer: Reviewer,
): Promise<DecisionChange> {
  return await changeDecisions(ports, animeId, reviewer, (decided) => {
    const added = titlesOf(decided);
    const left = added.filter((other) => other.title !== title.title || (title.language && !isSame(other, title)));
    if (left.length === added.length) {
      throw new CatalogError('not_found', `No reviewer added the title "${title.title}" to this anime.`, {
        parameter: 'title',
      });
    }
    const { titles, ...others } = requireAnime(decided);
    return left.length === 0 ? others : { ...others, titles: left };
  });
}

function isSame(a: Pick<TitleRecord, 'title' | 'language'>, b: Pick<TitleRecord, 'title' | 'language'>): boolean {
  return a.title === b.title && (a.language ?? null) === (b.language ?? null);
}

function titlesOf(decided: CatalogRecord): readonly TitleRecord[] {
  return decided.titles ?? [];
}

function requireAnime(decided: CatalogRecord) {
  if (decided.type === 'anime') return decided;
  throw new CatalogError('invalid_parameter', 'Titles are added to an anime, and this id is one of an episode.', {
    parameter: 'anime',
  });
}
