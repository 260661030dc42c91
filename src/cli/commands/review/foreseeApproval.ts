import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';

/** What approving a proposal in one way would do, and the token by which an approval says so. */
export const foreseeApproval = graphql(`
  query ForeseeApproval($id: UUID!, $into: UUID, $new: Boolean!, $withoutSharedIds: Boolean!) {
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

/** What approving would do. */
export type Approval = NonNullable<ResultOf<typeof foreseeApproval>['proposal']>['approval'];

/** Its lines for a reader: what changes field by field, and which ids stay elsewhere. */
export function foreseenText({ difference, idsElsewhere }: Pick<Approval, 'difference' | 'idsElsewhere'>): string[] {
  return [
    ...difference.map(({ field, before, after }) =>
      before === null ? `  ${field}: ${after}` : `  ${field}: ${before} -> ${after}`,
    ),
    ...idsElsewhere.map(({ site, id, anime }) => `  ${site} ${id} stays with ${anime.title} (${anime.id})`),
  ];
}
