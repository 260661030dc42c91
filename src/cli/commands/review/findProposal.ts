import { InvalidArgumentError } from 'commander';
import { parseUuid } from '../../../graph/model/uuid.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { allNodes } from '../../client/allNodes.ts';
import type { GraphClient } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';

const listIds = graphql(`
  query ListProposalIds($after: String) {
    proposals(first: 100, after: $after) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Parses a proposal id: a UUID or its last digits, as `catalog review list` prints them. */
export function proposalArgument(value: string): string {
  const uuid = parseUuid(value);
  if (uuid !== null) return uuid;
  if (/^[0-9a-f]{6,12}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError(
    'It must be a UUID, or the last 6 to 12 digits of one as catalog review list shows them.',
  );
}

/** The proposal with that id. @throws CommandFailure when no proposal matches, or several do */
export async function findProposal(client: GraphClient, named: string): Promise<string> {
  if (parseUuid(named) !== null) return named;
  const proposals = await allNodes(async (after) => (await client.run(listIds, { after })).proposals);
  const found = proposals.map(({ id }) => id).filter((id) => id.endsWith(named));
  const [id, ...others] = found;
  if (id === undefined) throw new CommandFailure('not_found', `there is no proposal whose id ends with ${named}`);
  if (others.length > 0) {
    throw new CommandFailure('ambiguous_id', `${named} ends the ids ${found.join(', ')}: name one of them`);
  }
  return id;
}
