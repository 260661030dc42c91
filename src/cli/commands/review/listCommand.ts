import { Command, Option } from 'commander';
import { PROPOSAL_STATUSES, type ProposalStatus } from '../../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { jsonOption } from '../../arguments/jsonOption.ts';
import { connect } from '../../client/connect.ts';
import type { GraphClient } from '../../client/graphClient.ts';
import { printJson, printText } from '../../terminal/output.ts';
import { proposalTable } from './proposalTable.ts';
import { recordTitle } from './recordTitle.ts';

const listProposals = graphql(`
  query ListProposals($status: ProposalStatus, $after: String) {
    proposals(status: $status, first: 100, after: $after) {
      nodes {
        id
        type
        source
        sourceId
        record
        reason
        status
        createdAt
        candidates {
          id
          title
          externalIds {
            site
            id
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type ListedProposal = ResultOf<typeof listProposals>['proposals']['nodes'][number];

/** `catalog review list` */
export function reviewListCommand(): Command {
  return new Command('list')
    .description('List the records that wait for a reviewer, oldest first, and why each does')
    .addOption(
      new Option('--status <status>', 'list the decided ones instead')
        .choices([...PROPOSAL_STATUSES, 'all'])
        .default('pending'),
    )
    .addOption(jsonOption())
    .action(async ({ status, json }: { status: ProposalStatus | 'all'; json?: true }) => {
      const proposals: ListedProposal[] = [];
      for await (const proposal of walk(await connect(), status === 'all' ? null : status)) proposals.push(proposal);
      if (json) return printJson({ items: proposals.map(proposalJson) });
      if (proposals.length === 0) return printText('Nothing waits for a reviewer.');
      return printText(proposalTable(proposals, process.stdout.columns ?? 80));
    });
}

async function* walk(client: GraphClient, status: ProposalStatus | null): AsyncGenerator<ListedProposal> {
  let after: string | null = null;
  do {
    const { proposals }: ResultOf<typeof listProposals> = await client.run(listProposals, { status, after });
    yield* proposals.nodes;
    after = proposals.pageInfo.hasNextPage ? proposals.pageInfo.endCursor : null;
  } while (after !== null);
}

function proposalJson({ record, ...proposal }: ListedProposal): Record<string, unknown> {
  return { ...proposal, title: recordTitle(record) };
}
