import { fstatSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { readVariables } from '../../configuration/readVariables.ts';
import { table } from '../../configuration/variables.ts';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../graph/model/vocabulary.ts';
import { connect } from '../client/graphClient.ts';
import { argument, choiceOption, defaulting, flag, option } from '../command/parameters.ts';
import { type Given, working } from '../command/row.ts';
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

const parameters = {
  file: argument(
    '<file>',
    'the file, an https address, - for standard input, or bangumi-data or names for those of this release',
  ),
  format: choiceOption('--format <name>', 'the format of the file (default: "catalog")', IMPORT_FORMATS),
  review: flag('--review', 'send every record to review instead of publishing it'),
  dryRun: flag('--dry-run', 'report what would happen and write nothing'),
  rejects: option('--rejects <path>', 'write the rejected records to this file, one JSON object per line'),
  sha256: option('--sha256 <digest>', 'import only a file with this SHA-256', sha256Digest),
  again: flag('--again', 'import what an address has even if it has not changed since the last import'),
  maxRefused: option(
    '--max-refused <percent>',
    `import nothing when more of it would be rejected or go to review (default: ${MOST_REFUSED} for an address, else 100)`,
    percent,
  ),
  patience: defaulting(
    '--patience <seconds>',
    'how long to try a batch again while the service cannot use its database',
    300,
    seconds,
  ),
};

/** `catalog import FILE|-|URL|bangumi-data|names` */
export const importCommand = working({
  name: 'import',
  about: 'Publish the records of a file: NDJSON or JSON, plain or compressed as .gz or .zst',
  example: 'anime.jsonl.zst --format anime-offline-database --dry-run',
  notes: `A broken line is rejected by its number and the rest goes on; the exit status is then 1.
An interrupted import can be run again: it ends in the same state.`,
  parameters,
  async run(given, json) {
    process.exitCode = await importFile(given, json);
    return null;
  },
});

async function importFile({ file, ...options }: Given<typeof parameters>, json: boolean): Promise<number> {
  const { format, place } = chooseInput(file, options.format);
  const [review, dryRun] = [options.review === true, options.dryRun === true];
  if (format === 'dump' && (review || dryRun)) {
    throw new UsageError('a dump is restored as it is: --review and --dry-run are for the other formats');
  }
  const maxRefused = options.maxRefused ?? (isAddress(place) ? MOST_REFUSED : 100);
  if (maxRefused < 100) requireReadTwice('--max-refused', place);
  const variables = readVariables(table.pick({ WEBHOOK_ALLOW_TARGETS: true }), process.env);
  const exempt = variables.WEBHOOK_ALLOW_TARGETS ?? new Set();
  await checkPlace(place, exempt);
  if (options.rejects !== null && isInput(options.rejects, place)) {
    throw new UsageError(`--rejects ${options.rejects} is the file to import, which it would empty: name another file`);
  }
  const client = await connect();
  const rejects = options.rejects === null ? null : new RejectsFile(options.rejects);
  const stop = interruption('Stopping after the batch in flight; press Ctrl-C again to force.');
  const result = await importFrom(client, place, {
    format,
    review,
    dryRun,
    again: options.again === true,
    patience: options.patience,
    sha256: options.sha256 ?? undefined,
    maxRefused: maxRefused < 100 ? maxRefused : null,
    exempt,
    stop: stop.signal,
    note: (text) => void printNote(`catalog: ${text}`),
    progress: importProgress,
    ...(rejects !== null && { rejects: () => rejects.begin() }),
  }).finally(stop.release);
  const { report, unchangedSince } = result;
  // Its query may be a key.
  const input = place === '-' ? 'standard input' : isAddress(file) ? shownUrl(file) : file;
  const run = { ...result, input, review };
  rejects?.close();
  if (json) await printJson(importSummaryJson(report, run));
  else if (unchangedSince !== null) {
    await printText(`${input} has not changed since its import of ${unchangedSince}: there is nothing to import.`);
  } else await printText(importSummaryText(report, { ...run, everyReject: !process.stdout.isTTY }));
  if (report.records === 0 && report.failure === null && unchangedSince === null && !report.stopped) {
    await printNote(`catalog: ${run.input} holds no records.`);
  }
  if (report.failure !== null) {
    await printNote(`catalog: ${run.input}: ${report.failure.message}${resumption(report)}`);
  }
  return report.failure !== null || report.stopped || report.rejected > 0 ? 1 : 0;
}

/** The place of what is imported and its format: `bangumi-data` and `names` are files that come with this release. */
function chooseInput(file: string, format: ImportFormat | null): { place: string; format: ImportFormat } {
  if (file !== 'bangumi-data' && file !== 'names') return { place: file, format: format ?? 'catalog' };
  const shipped = shippedFiles[file];
  if (format !== null && format !== shipped.format) {
    throw new UsageError(`${file} is the file of this release, in its own format; a file of yours is ./${file}`);
  }
  return shipped;
}

function resumption({ failedAt }: ImportReport): string {
  if (failedAt === null) return '';
  return ` Nothing from ${failedAt.unit} ${failedAt.number} on was taken: run the import again, it ends in the same state.`;
}

function sha256Digest(value: string): string {
  if (/^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase();
  throw new InvalidArgumentError('It must be 64 hexadecimal digits, as sha256sum prints them.');
}

function percent(value: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(value) && Number(value) <= 100) return Number(value);
  throw new InvalidArgumentError('It must be a number of percent from 0 to 100, such as 5.');
}

/** Up to a day; 0 is none. */
function seconds(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 86_400) return Number(value);
  throw new InvalidArgumentError('It must be a whole number of seconds from 0 to 86400.');
}

/** Whether a path leads to the file that is read, also by a link. */
function isInput(path: string, place: string): boolean {
  const input = place === '-' ? fstatSync(0) : statSync(place, { throwIfNoEntry: false });
  const other = statSync(path, { throwIfNoEntry: false });
  return input?.isFile() === true && input.dev === other?.dev && input.ino === other.ino;
}
