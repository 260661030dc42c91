import stringWidth from 'string-width';
import { visibleLine } from '../../../base/visibleText.ts';
import { PROPOSAL_STATUSES, type ProposalStatus, type RecordType } from '../../../graph/model/vocabulary.ts';
import { listedProposalFields } from '../../../graph/operations/proposalOperations.ts';
import { recordTitle, type WaitingProposal, waitingReason } from '../../../graph/review/waitingReason.ts';
import { graphql } from '../../../graph/schema/operation.ts';
import { allNodes } from '../../client/allNodes.ts';
import { connect } from '../../client/graphClient.ts';
import { tableAnswer } from '../../command/answer.ts';
import { defaultingChoice } from '../../command/parameters.ts';
import { working } from '../../command/row.ts';
import { fitText } from '../../terminal/formatTable.ts';

const listProposals = graphql(
  `
    query ListProposals($status: ProposalStatus, $after: String) {
      proposals(status: $status, first: 100, after: $after) {
        nodes { ...ListedProposalFields status }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [listedProposalFields],
);

/** `catalog review list` */
export const list = working({
  name: 'list',
  about: 'List the records pending review, oldest first, with the reason of each',
  example: '--status all',
  parameters: {
    asked: defaultingChoice(
      '--status <status>',
      'list the decided ones instead',
      [...PROPOSAL_STATUSES, 'all'],
      'pending',
    ),
  },
  async run({ asked }) {
    const client = await connect();
    const status = asked === 'all' ? null : asked;
    const proposals = await allNodes(async (after) => (await client.run(listProposals, { status, after })).proposals);
    return {
      json: { items: proposals.map(({ record, ...proposal }) => ({ ...proposal, title: recordTitle(record) })) },
      ...(proposals.length === 0
        ? { text: 'No pending records.' }
        : // Only a terminal is too narrow for whole cells.
          proposalTable(proposals, process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY)),
    };
  },
});

/** A proposal as its row shows it. */
interface TabledProposal extends WaitingProposal {
  readonly id: string;
  readonly type: RecordType;
  readonly status: ProposalStatus;
}

/** The list as a table of the given width: long cells are cut, ids to the last digits that other commands accept. */
export function proposalTable(proposals: readonly TabledProposal[], columns: number): ReturnType<typeof tableAnswer> {
  const isMixed = new Set(proposals.map(({ status }) => status)).size > 1;
  const rows = proposals.map((proposal) => ({
    title: visibleLine(recordTitle(proposal.record) ?? proposal.type),
    why: waitingReason(proposal),
    record: visibleLine(`${proposal.source} ${proposal.sourceId}`),
    rest: [...(isMixed ? [proposal.status] : []), proposal.id.slice(-SHORT_ID)],
  }));
  const most = isMixed ? Math.max(...proposals.map(({ status }) => status.length)) + GAP : 0;
  const room = columns - most - SHORT_ID - 3 * GAP;
  const measure = (texts: readonly string[]) =>
    Math.min(Math.floor(room * 0.3), Math.max(6, ...texts.map((text) => stringWidth(text))));
  const record = measure(rows.map((row) => row.record));
  const why = measure(rows.map((row) => row.why));
  return tableAnswer(
    ['TITLE', 'WHY', 'RECORD', ...(isMixed ? ['STATUS'] : []), 'ID'],
    rows.map((row) => [
      fitText(row.title, room - record - why),
      fitText(row.why, why),
      fitText(row.record, record),
      ...row.rest,
    ]),
  );
}

/** Columns of space between two cells. */
const GAP = 2;

/** The number of digits printed of an id. Its end is random; its beginning is a timestamp. */
const SHORT_ID = 8;
