import { fstatSync, statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { readVariables } from '../../configuration/variable.ts';
import { webhookVariables } from '../../configuration/webhookVariables.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../graph/model/vocabulary.ts';
import { jsonOption, secondsArgument } from '../arguments.ts';
import { connect } from '../client/graphClient.ts';
import { UsageError } from '../failures.ts';
import { importFrom, MOST_REFUSED } from '../import/importFrom.ts';
import { importProgress } from '../import/importProgress.ts';
import type { ImportReport } from '../import/importReport.ts';
import { checkPlace, isAddress, requireReadTwice } from '../import/importSource.ts';
import { RejectsFile } from '../import/rejectsFile.ts';
import { shippedFiles } from '../import/shippedFiles.ts';
import { importSummaryJson, importSummaryText } from '../import/summary.ts';
import { interruption } from '../terminal/interruption.ts';
import { printJson, printNote, printText } from '../terminal/output.ts';

interface ImportCommandOptions {
  readonly format?: ImportFormat;
  readonly review?: true;
  readonly dryRun?: true;
  readonly rejects?: string;
  readonly sha256?: string;
  readonly again?: true;
  /** Percent. */
  readonly maxRefused?: number;
  /** Seconds. */
  readonly patience: number;
  readonly json?: true;
}

/** `catalog import FILE|-|URL|bangumi-data` */
export function importCommand(): Command {
  return new Command('import')
    .description('Publish the records of a file: NDJSON or JSON, plain or compressed as .gz or .zst')
    .argument('<file>', 'the file, an https address, - for standard input, or bangumi-data for the one of this release')
    .addOption(new Option('--format <name>', 'the format of the file (default: "catalog")').choices(IMPORT_FORMATS))
    .option('--review', 'send every record to review instead of publishing it')
    .option('--dry-run', 'report what would happen and write nothing')
    .option('--rejects <path>', 'write the rejected records to this file, one JSON object per line')
    .option('--sha256 <digest>', 'import only a file with this SHA-256', sha256Argument)
    .option('--again', 'import what an address has even if it has not changed since the last import')
    .option(
      '--max-refused <percent>',
      `import nothing when more of it would be rejected or wait for a reviewer (default: ${MOST_REFUSED} for an address, else 100)`,
      percentArgument,
    )
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
  const { format, place } = whatOf(file, options);
  if (format === 'dump' && (options.review || options.dryRun)) {
    throw new UsageError('a dump is restored as it is: --review and --dry-run are for the other formats');
  }
  const maxRefused = options.maxRefused ?? (isAddress(place) ? MOST_REFUSED : 100);
  if (maxRefused < 100) requireReadTwice('--max-refused', place);
  const variables = readVariables(
    z.object({ WEBHOOK_ALLOW_TARGETS: webhookVariables.WEBHOOK_ALLOW_TARGETS }),
    process.env,
  );
  const exempt = variables.WEBHOOK_ALLOW_TARGETS ?? new Set();
  await checkPlace(place, exempt);
  if (options.rejects !== undefined && isInput(options.rejects, place)) {
    throw new UsageError(`--rejects ${options.rejects} is the file to import, which it would empty: name another file`);
  }
  const client = await connect();
  const rejects = options.rejects === undefined ? null : new RejectsFile(options.rejects);
  const stop = interruption('Stopping after the batch in flight; once more ends at once.');
  const review = options.review ?? false;
  const result = await importFrom(client, place, {
    ...{ format, review, dryRun: options.dryRun ?? false, again: options.again ?? false, patience: options.patience },
    sha256: options.sha256,
    maxRefused: maxRefused < 100 ? maxRefused : null,
    exempt,
    stop: stop.signal,
    note: (text) => void printNote(`catalog: ${text}`),
    progress: importProgress,
    ...(rejects !== null && { rejects: () => rejects.begin() }),
  }).finally(stop.release);
  const { report, unchangedSince } = result;
  const run = { ...result, input: place === '-' ? 'standard input' : file, review };
  rejects?.close();
  if (options.json) await printJson(importSummaryJson(report, run));
  else if (unchangedSince !== null) {
    await printText(`${file} has not changed since its import of ${unchangedSince}: there is nothing to import.`);
  } else await printText(importSummaryText(report, { ...run, everyReject: !process.stdout.isTTY }));
  if (report.records === 0 && report.failure === null && unchangedSince === null && !report.stopped) {
    await printNote(`catalog: ${run.input} holds no records.`);
  }
  if (report.failure !== null) {
    await printNote(`catalog: ${run.input}: ${report.failure.message}${resumption(report)}`);
  }
  return report.failure !== null || report.stopped || report.rejected > 0 ? 1 : 0;
}

/** The place of what is imported and its format: `bangumi-data` is the file that comes with this release. */
function whatOf(file: string, { format }: ImportCommandOptions): { place: string; format: ImportFormat } {
  if (file !== 'bangumi-data') return { place: file, format: format ?? 'catalog' };
  if (format !== undefined && format !== file) {
    throw new UsageError(`${file} is the file of this release, in its own format; a file of yours is ./${file}`);
  }
  return { place: shippedFiles[file], format: file };
}

function resumption({ failedAt }: ImportReport): string {
  if (failedAt === null) return '';
  return ` Nothing from ${failedAt.unit} ${failedAt.number} on was taken: run the import again, it ends in the same state.`;
}

function sha256Argument(value: string): string {
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError('It must be 64 hexadecimal digits, as sha256sum prints them.');
}

function percentArgument(value: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(value) && Number(value) <= 100) return Number(value);
  throw new InvalidArgumentError('It must be a number of percent from 0 to 100, such as 5.');
}

/** Whether a path leads to the file that is read, also by a link. */
function isInput(path: string, place: string): boolean {
  const input = place === '-' ? fstatSync(0) : statSync(place, { throwIfNoEntry: false });
  const other = statSync(path, { throwIfNoEntry: false });
  return input?.isFile() === true && input.dev === other?.dev && input.ino === other.ino;
}
