import type { ImportFormat } from '../../graph/model/vocabulary.ts';
import type { GraphClient } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';
import { formatCount } from '../terminal/formatNumbers.ts';
import { decompress } from './decompress.ts';
import { divideFailing } from './divideFailing.ts';
import { importBatch, restoreBatch } from './importBatch.ts';
import type { ImportProgress } from './importProgress.ts';
import { emptyReport, importRecords } from './importRecords.ts';
import type { ImportReport, RejectedRecord } from './importReport.ts';
import { openSource, type SourceOptions } from './importSource.ts';
import type { Input } from './openInput.ts';
import { RECORD_FORMATS } from './recordFormats.ts';
import { retryUnavailable } from './retryUnavailable.ts';

/** The share of refused or proposed records, in percent, beyond which a download is taken for broken. */
export const MOST_REFUSED = 5;

export interface ImportFromOptions extends SourceOptions {
  readonly review: boolean;
  readonly dryRun: boolean;
  /** Seconds for which a batch is tried again. */
  readonly patience: number;
  /** The share of records, in percent, that may be rejected or proposed; null for any. */
  readonly maxRefused: number | null;
  readonly progress: (totalBytes: number | null) => ImportProgress;
  /** Called when a pass over the file begins; what it returns is called for each record that the pass rejects. */
  readonly rejects?: () => (record: RejectedRecord) => void;
}

export interface ImportResult {
  readonly report: ImportReport;
  readonly format: ImportFormat;
  /** Whether nothing was written, on request or because too much would have been refused. */
  readonly dryRun: boolean;
  /** When the same file was imported before from the same address; it was not imported again. */
  readonly unchangedSince: string | null;
  readonly seconds: number;
}

type Graph = Pick<GraphClient, 'run'>;

/**
 * Imports a file, standard input or an address. With `maxRefused` all of it is judged first, by a dry run: nothing is
 * published when a larger share of it would be rejected or proposed, and a file without records is a failure.
 * @throws the errors of openSource; what the file or the server does during the import is in the report
 */
export async function importFrom(graph: Graph, place: string, options: ImportFromOptions): Promise<ImportResult> {
  const { format, maxRefused } = options;
  const source = await openSource(graph, place, options);
  const began = performance.now();
  const result = (report: ImportReport, rehearsed: boolean, unchangedSince: string | null = null): ImportResult => {
    const seconds = (performance.now() - began) / 1000;
    return { report, format, dryRun: rehearsed, unchangedSince, seconds };
  };
  try {
    if (source.unchangedSince !== null) return result(emptyReport(), false, source.unchangedSince);
    // What is in a dump is restored as it is, or rejected.
    if (maxRefused !== null && format !== 'dump' && !options.dryRun) {
      const rehearsal = await send(graph, await source.open(), { ...options, dryRun: true });
      rehearsal.failure ??= findFault(rehearsal, options.review, maxRefused);
      if (rehearsal.failure !== null || rehearsal.stopped) return result(rehearsal, true);
    }
    if (!options.dryRun) await source.begin();
    const report = await send(graph, await source.open(), options);
    // A rejected record is tried again with the next run: what it lacks may be there then.
    const isWhole = report.failure === null && !report.stopped && report.rejected === 0;
    if (isWhole && !options.dryRun && !options.review) await source.imported();
    return result(report, options.dryRun);
  } finally {
    await source.close();
  }
}

function findFault(report: ImportReport, review: boolean, percent: number): CommandFailure | null {
  if (report.stopped) return null;
  if (report.records === 0) {
    return new CommandFailure('no_records', 'the file holds no records; --max-refused 100 takes an empty one.');
  }
  // With --review everything is to be proposed.
  const refused = report.rejected + (review ? 0 : report.proposed);
  if (refused * 100 <= report.records * percent) return null;
  const share = ((refused / report.records) * 100).toFixed(1);
  return new CommandFailure(
    'too_many_refused',
    `${formatCount(report.rejected)} of its ${formatCount(report.records)} records would be rejected and ${formatCount(report.proposed)} would go to review: ${share} %, more than ${percent} %. Nothing was published; --max-refused 100 publishes the others.`,
  );
}

type SendOptions = Pick<
  ImportFromOptions,
  'format' | 'review' | 'dryRun' | 'patience' | 'stop' | 'note' | 'progress' | 'rejects'
>;

async function send(graph: Graph, input: Input, options: SendOptions): Promise<ImportReport> {
  const { format, review, stop, patience, note } = options;
  const progress = options.progress(input.totalBytes);
  const sendBatch = async (records: readonly object[]) => {
    if (format === 'dump') return (await graph.run(restoreBatch, { input: { records: [...records] } })).restoreDump;
    const flags = { review, dryRun: options.dryRun };
    return (await graph.run(importBatch, { input: { records: [...records], ...flags } })).importCatalog;
  };
  const retries = {
    patienceMs: patience * 1000,
    stop,
    onUnavailable: ({ message }: CommandFailure) => {
      note(`${message.replace(/\.?$/, '.')} Trying the batch again for up to ${patience} s.`);
    },
  };
  try {
    return await importRecords(
      RECORD_FORMATS[format](decompress(input.chunks, note), new Date()),
      divideFailing(retryUnavailable(sendBatch, retries)),
      {
        stop,
        onProgress: ({ records, total }) => progress.update({ records, total, bytesRead: input.bytesRead() }),
        onReject: options.rejects?.(),
      },
    );
  } finally {
    input.close();
    progress.end();
  }
}
