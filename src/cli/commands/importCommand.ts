import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { jsonOption, secondsArgument } from '../arguments.ts';
import { connect, type GraphClient } from '../client/graphClient.ts';
import { UsageError } from '../failures.ts';
import { decompress } from '../import/decompress.ts';
import { divideFailing } from '../import/divideFailing.ts';
import { dryRun } from '../import/dryRun.ts';
import { importBatch, restoreBatch } from '../import/importBatch.ts';
import { importProgress } from '../import/importProgress.ts';
import { importRecords } from '../import/importRecords.ts';
import type { ImportReport } from '../import/importReport.ts';
import { type Input, openInput } from '../import/openInput.ts';
import { RECORD_FORMATS, type RecordFormatName } from '../import/recordFormats.ts';
import { type RetryOptions, retryUnavailable } from '../import/retryUnavailable.ts';
import { importSummaryJson, importSummaryText } from '../import/summary.ts';
import { interruption } from '../terminal/interruption.ts';
import { printJson, printNote, printText } from '../terminal/output.ts';

interface ImportCommandOptions {
  readonly format: RecordFormatName;
  readonly review?: true;
  readonly dryRun?: true;
  readonly rejects?: string;
  /** Seconds. */
  readonly patience: number;
  readonly json?: true;
}

/** `catalog import FILE|-` */
export function importCommand(): Command {
  return new Command('import')
    .description('Publish the records of a file: NDJSON or JSON, plain or compressed as .gz or .zst')
    .argument('<file>', 'the file, or - for standard input')
    .addOption(
      new Option('--format <name>', 'the format of the file').choices(Object.keys(RECORD_FORMATS)).default('catalog'),
    )
    .option('--review', 'send every record to review instead of publishing it')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--rejects <path>', 'write the rejected records to this file, one JSON object per line')
    .option(
      '--patience <seconds>',
      'how long to try a batch again while the service cannot use its database',
      secondsArgument,
      300,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nA broken line is rejected by its number and the rest goes on; the exit status is then 1.\nAn interrupted import can be run again: it ends in the same state.',
    )
    .action(async (file: string, options: ImportCommandOptions) => {
      process.exitCode = await importFile(file, options);
    });
}

async function importFile(file: string, options: ImportCommandOptions): Promise<number> {
  if (options.format === 'dump' && (options.review || options.dryRun)) {
    throw new UsageError('a dump is restored as it is: --review and --dry-run are for the other formats');
  }
  const input = await openInput(file);
  const client = await connect();
  if (options.rejects !== undefined) await writeRejects(options.rejects, []);
  const began = performance.now();
  const report = await sendAll(client, input, options);
  const run = { input: input.name, ...options, seconds: (performance.now() - began) / 1000 };
  if (options.rejects !== undefined) await writeRejects(options.rejects, report.rejects);
  if (options.json) await printJson(importSummaryJson(report, run));
  else await printText(importSummaryText(report, { ...run, everyReject: !process.stdout.isTTY }));
  if (report.failure !== null) {
    await printNote(`catalog: ${input.name}: ${report.failure.message}${resumption(report)}`);
  }
  return report.failure !== null || report.stopped || report.rejected > 0 ? 1 : 0;
}

function resumption({ failedAt }: ImportReport): string {
  if (failedAt === null) return '';
  return ` Nothing from ${failedAt.unit} ${failedAt.number} on was taken: run the import again, it ends in the same state.`;
}

async function sendAll(client: GraphClient, input: Input, options: ImportCommandOptions): Promise<ImportReport> {
  const progress = importProgress(input.totalBytes);
  const stop = interruption('Stopping after the batch in flight; once more ends at once.');
  const send = async (records: readonly object[], earlier: readonly object[] = []) => {
    if (options.format === 'dump') {
      return (await client.run(restoreBatch, { input: { records: [...records] } })).restoreDump;
    }
    const flags = { review: options.review ?? false, dryRun: options.dryRun ?? false };
    const input = { records: [...records], earlier: [...earlier], ...flags };
    return (await client.run(importBatch, { input })).importCatalog;
  };
  const retries: RetryOptions = {
    patienceMs: options.patience * 1000,
    stop: stop.signal,
    onUnavailable: ({ message }) => {
      void printNote(`catalog: ${message} Trying the batch again for up to ${options.patience} s.`);
    },
  };
  try {
    return await importRecords(
      RECORD_FORMATS[options.format](decompress(input.chunks), new Date()),
      divideFailing(retryUnavailable(options.dryRun ? dryRun(send) : send, retries)),
      {
        stop: stop.signal,
        onProgress: ({ records, total }) => progress.update({ records, total, bytesRead: input.bytesRead() }),
      },
    );
  } finally {
    stop.release();
    input.close();
    progress.end();
  }
}

async function writeRejects(path: string, rejects: ImportReport['rejects']): Promise<void> {
  const text = rejects.map(({ place, reason, pointer }) => {
    return `${JSON.stringify({ [place.unit]: place.number, reason, pointer })}\n`;
  });
  await writeFile(path, text.join('')).catch((error: Error) => {
    throw new UsageError(`cannot write ${path}: ${error.message}`);
  });
}
