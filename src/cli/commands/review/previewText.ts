import type { ApprovalPreview } from '../../../graph/operations/proposalOperations.ts';

/** The effects as lines of text: the changed fields, and the ids that stay with other anime. */
export function previewText({
  difference,
  idsElsewhere,
}: Pick<ApprovalPreview, 'difference' | 'idsElsewhere'>): string[] {
  return [
    ...difference.map(({ field, before, after }) =>
      before === null ? `  ${field}: ${after}` : `  ${field}: ${before} -> ${after}`,
    ),
    ...idsElsewhere.map(({ site, id, anime }) => `  ${site} ${id} stays with ${anime.title} (${anime.id})`),
  ];
}
