import { graphql, type ResultOf } from '../schema/operation.ts';

/** A proposal apart from its candidates. */
export const proposalFields = graphql(`
  fragment ProposalFields on Proposal {
    id type source sourceId record reason status
    difference { field before after }
    holds reviewer decision createdAt decidedAt
  }
`);

/** A proposal in a list, with what explains why it is pending (`waitingReason`). */
export const listedProposalFields = graphql(`
  fragment ListedProposalFields on Proposal {
    id type source sourceId record reason createdAt
    candidates { id title externalIds { site id } }
  }
`);

/** The effects of one way to approve a proposal, and the token that ties an approval to them. */
export const previewApproval = graphql(`
  query PreviewApproval($id: UUID!, $into: UUID, $new: Boolean!, $withoutSharedIds: Boolean!) {
    proposal(id: $id) {
      approval(into: $into, new: $new, withoutSharedIds: $withoutSharedIds) {
        difference { field before after }
        idsElsewhere { site id anime { id title } }
        refusal seen
      }
    }
  }
`);

/** The effects of an approval. */
export type ApprovalPreview = NonNullable<ResultOf<typeof previewApproval>['proposal']>['approval'];

/** The reviewer's choice of the match. */
interface Choice {
  readonly into: string | null;
  readonly new: boolean;
}

interface Pending {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly candidates: readonly { readonly id: string }[];
}

/**
 * The ways to approve a pending proposal, each with its effects: an ambiguous record can join each candidate or become
 * a new anime, any other has one way.
 */
export async function previewWays(
  { id, status, reason, candidates }: Pending,
  read: (
    variables: Choice & { readonly id: string; readonly withoutSharedIds: boolean },
  ) => Promise<ResultOf<typeof previewApproval>>,
): Promise<(Choice & { readonly approval: ApprovalPreview })[]> {
  if (status !== 'pending') return [];
  const choices: readonly Choice[] =
    reason === 'ambiguous_match'
      ? [...candidates.map((anime) => ({ into: anime.id, new: false })), { into: null, new: true }]
      : [{ into: null, new: false }];
  const ways = [];
  for (const choice of choices) {
    const { proposal } = await read({ id, ...choice, withoutSharedIds: choice.new });
    if (proposal !== null) ways.push({ ...choice, approval: proposal.approval });
  }
  return ways;
}

/** A merge of two anime, or its effects with `dryRun`. */
export const mergeAnime = graphql(`
  mutation MergeAnime($input: MergeAnimeInput!) {
    mergeAnime(input: $input) {
      anime { id title }
      difference { field before after }
      episodesMoved episodesJoined events seen
    }
  }
`);
