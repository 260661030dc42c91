import stringWidth from 'string-width';
import type { ProposalStatus, RecordType } from '../../../graph/model/vocabulary.ts';
import { visibleLine } from '../../../visibleText.ts';
import { fitText } from '../../terminal/fitText.ts';
import { formatTable } from '../../terminal/formatTable.ts';
import { recordTitle } from './recordTitle.ts';
import { type WaitingProposal, waitingReason } from './waitingReason.ts';

/** A proposal as its row shows it. */
export interface TabledProposal extends WaitingProposal {
  readonly id: string;
  readonly type: RecordType;
  readonly status: ProposalStatus;
}

/** The list in so many columns: what is longer is cut, the ids to the ends that other commands take. */
export function proposalTable(proposals: readonly TabledProposal[], columns: number): string {
  const isMixed = new Set(proposals.map(({ status }) => status)).size > 1;
  const rows = proposals.map((proposal) => ({
    title: visibleLine(recordTitle(proposal.record) ?? proposal.type),
    why: waitingReason(proposal),
    record: visibleLine(`${proposal.source} ${proposal.sourceId}`),
    rest: [...(isMixed ? [proposal.status] : []), proposal.id.slice(-SHORT_ID)],
  }));
  const most = isMixed ? Math.max(...proposals.map(({ status }) => status.length)) + GAP : 0;
  const room = columns - most - SHORT_ID - 3 * GAP;
  const widthOf = (texts: readonly string[]) =>
    Math.min(Math.floor(room * 0.3), Math.max(6, ...texts.map(stringWidth)));
  const record = widthOf(rows.map((row) => row.record));
  const why = widthOf(rows.map((row) => row.why));
  return formatTable(
    ['TITLE', 'WHY', 'RECORD', ...(isMixed ? ['STATUS'] : []), 'ID'],
    rows.map((row) => [
      fitText(row.title, room - record - why),
      fitText(row.why, why),
      fitText(row.record, record),
      ...row.rest,
    ]),
  );
}

/** Columns between two others. */
const GAP = 2;

/** Digits of an id's end: it is random, where the beginning is the time. */
const SHORT_ID = 8;
