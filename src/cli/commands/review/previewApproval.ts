import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';

/** The effects of one way to approve a proposal, and the token that ties an approval to them. */
export const previewApproval = graphql(`
  query PreviewApproval($id: UUID!, $into: UUID, $new: Boolean!, $withoutSharedIds: Boolean!) {
    proposal(id: $id) {
      approval(into: $into, new: $new, withoutSharedIds: $withoutSharedIds) {
        difference { field before after }
        idsElsewhere {
          site
          id
          anime { id title }
        }
        refusal
        seen
      }
    }
  }
`);

/** The effects of an approval. */
export type Approval = NonNullable<ResultOf<typeof previewApproval>['proposal']>['approval'];

/** The effects as lines of text: the changed fields, and the ids that stay with other anime. */
export function previewText({ difference, idsElsewhere }: Pick<Approval, 'difference' | 'idsElsewhere'>): string[] {
  return [
    ...difference.map(({ field, before, after }) =>
      before === null ? `  ${field}: ${after}` : `  ${field}: ${before} -> ${after}`,
    ),
    ...idsElsewhere.map(({ site, id, anime }) => `  ${site} ${id} stays with ${anime.title} (${anime.id})`),
  ];
}
