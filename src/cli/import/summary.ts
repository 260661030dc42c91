import { formatCount, formatSeconds } from '../terminal/formatNumbers.ts';
import type { RecordPlace } from './importItem.ts';
import type { ImportReport } from './importReport.ts';
import { OUTCOMES, pickCounts } from './importReport.ts';

/** The circumstances of a finished import. */
export interface ImportRun {
  readonly input: string;
  readonly format: string;
  readonly review?: boolean;
  readonly dryRun?: boolean;
  /** When the same file of the address was imported before. */
  readonly unchangedSince: string | null;
  readonly seconds: number;
}

const SHOWN_REJECTS = 20;

/** The result of `catalog import --json`: names a thousand records each that were held back, proposed or rejected. */
export function importSummaryJson(report: ImportReport, run: ImportRun): Record<string, unknown> {
  const { failure } = report;
  return {
    input: run.input,
    format: run.format,
    review: run.review ?? false,
    dryRun: run.dryRun ?? false,
    records: report.records,
    ...pickCounts(report),
    position: report.position,
    seconds: Number(run.seconds.toFixed(3)),
    recordsPerSecond: Math.round(report.records / run.seconds),
    unchangedSince: run.unchangedSince,
    complete: failure === null && !report.stopped,
    error:
      failure === null
        ? null
        : { code: failure.code, message: failure.message, ...(report.failedAt && { at: placeJson(report.failedAt) }) },
    rejects: report.rejects.map(({ place, reason, pointer }) => ({ ...placeJson(place), reason, pointer })),
    proposals: report.proposals.map(({ place, reason, proposalId }) => ({ ...placeJson(place), reason, proposalId })),
    holds: report.holds.map(({ place, reason, proposalId }) => ({ ...placeJson(place), reason, proposalId })),
  };
}

/** What a dry run counts, and the judgement of a file that is refused. */
const WOULD: Readonly<Partial<Record<(typeof OUTCOMES)[number], string>>> = {
  created: 'would create',
  updated: 'would update',
  held: 'would hold',
  proposed: 'would wait',
  rejected: 'would reject',
};

/** The result as text; `everyReject` lists all that are named, else the first twenty. */
export function importSummaryText(report: ImportReport, run: ImportRun & { readonly everyReject: boolean }): string {
  const rate = formatCount(report.records / run.seconds);
  const lines = [
    `${run.dryRun ? 'Dry run: nothing was written. ' : ''}${formatCount(report.records)} records of ${run.input} (${run.format}) in ${formatSeconds(run.seconds)}, ${rate} records/s`,
    ...OUTCOMES.map((name) => {
      const label = run.dryRun ? (WOULD[name] ?? name) : name;
      return `  ${label.padEnd(13)}${formatCount(report[name]).padStart(10)}`;
    }),
  ];
  if (report.ignoredMembers > 0)
    lines.push(
      `Unknown members ignored, control characters removed from titles: ${formatCount(report.ignoredMembers)}.`,
    );
  if (report.held > 0) {
    lines.push(
      `${formatCount(report.held)} records are held back by reviewers or for lack of an anime; --json says why`,
    );
  }
  if (report.proposed > 0 && !run.dryRun) {
    lines.push(
      `${formatCount(report.proposed)} ${report.proposed === 1 ? 'record' : 'records'} pending review: catalog review list (open: in a browser)`,
    );
  }
  if (report.stopped) lines.push('Stopped before the end of the file. Run it again: it ends in the same state.');
  return [...lines, ...rejectLines(report, run.everyReject)].join('\n');
}

function rejectLines({ rejects, rejected }: ImportReport, every: boolean): string[] {
  if (rejects.length === 0) return [];
  const shown = every ? rejects : rejects.slice(0, SHOWN_REJECTS);
  const hidden = rejected - shown.length;
  return [
    'Rejected:',
    ...shown.map(({ place, reason, pointer }) => {
      return `  ${place.unit} ${place.number}: ${reason}${pointer === null ? '' : ` (${pointer})`}`;
    }),
    ...(hidden > 0
      ? [`  and ${formatCount(hidden)} more: --json names up to a thousand, --rejects FILE writes all to a file`]
      : []),
  ];
}

function placeJson(place: RecordPlace): { line: number } | { item: number } {
  return place.unit === 'line' ? { line: place.number } : { item: place.number };
}
