import type { SampleData } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import type { ImportBatchResult } from '../import/importBatch.ts';
import type { ImportItem } from '../import/importItem.ts';
import { importProgress } from '../import/importProgress.ts';
import { importRecords } from '../import/importRecords.ts';
import type { ImportReport } from '../import/importReport.ts';
import { openInput } from '../import/openInput.ts';
import { RECORD_FORMATS } from '../import/recordFormats.ts';
import { shippedFiles } from '../import/shippedFiles.ts';
import { printNote } from '../terminal/output.ts';
import { sampleSeason } from './sampleSeason.ts';

export interface FirstStartPorts {
  readonly database: Database;
  /** Publishes a batch through the graph's import mutation, run in-process. */
  readonly importBatch: (records: readonly object[]) => Promise<ImportBatchResult>;
  readonly now: () => Date;
  /** Stops after the batch in flight; the next start continues. */
  readonly stop: AbortSignal;
}

/** The result of the first import; a part is null when it was not requested. */
export interface FirstStartResult {
  readonly catalogue: ImportReport;
  readonly season: ImportReport | null;
}

/**
 * Fills an empty database, once in its life: with the catalogue of the package bangumi-data and further names of its
 * works and, with `on`, the sample season. An interrupted import is continued by the next start; a database that was
 * emptied later stays empty.
 * @returns null when there is nothing to do, or the import was stopped
 * @throws CommandFailure when the database refuses a batch
 */
export async function fillEmptyDatabase(
  ports: FirstStartPorts,
  sampleData: SampleData,
): Promise<FirstStartResult | null> {
  const state = sampleData === 'off' ? 'done' : await findState(ports);
  if (state === 'done') return null;
  await writeFirstStart(ports.database, 'begun', ports.now());
  const why = state === 'begun' ? 'The first import was interrupted' : 'The database is empty';
  await printNote(`${why}: importing the catalogue of bangumi-data (CC BY 4.0). SAMPLE_DATA=off leaves it out.`);
  const catalogue = await importShipped(ports, 'bangumi-data');
  if (!catalogue.stopped) await importShipped(ports, 'names');
  const season = sampleData === 'on' && !catalogue.stopped ? await importSeason(ports) : null;
  if (catalogue.stopped || season?.stopped) return null;
  await writeFirstStart(ports.database, 'done', ports.now());
  return { catalogue, season };
}

/** A database filled by other means counts as done. */
async function findState({ database, now }: FirstStartPorts): Promise<FirstStartState | 'new'> {
  const state = await readFirstStart(database);
  if (state !== null) return state;
  if ((await database.client.anime.findFirst({ select: { id: true } })) === null) return 'new';
  await writeFirstStart(database, 'done', now());
  return 'done';
}

async function importShipped(ports: FirstStartPorts, name: keyof typeof shippedFiles): Promise<ImportReport> {
  const { place, format } = shippedFiles[name];
  const input = await openInput(place);
  const progress = importProgress(input.totalBytes);
  try {
    return await send(ports, RECORD_FORMATS[format](input.chunks, ports.now()), ({ records, total }) =>
      progress.update({ records, total, bytesRead: input.bytesRead() }),
    );
  } finally {
    progress.end();
    input.close();
  }
}

async function importSeason(ports: FirstStartPorts): Promise<ImportReport> {
  async function* items(): AsyncGenerator<ImportItem> {
    for (const [index, record] of sampleSeason(ports.now()).entries()) {
      yield { place: { unit: 'item', number: index + 1 }, record };
    }
  }
  return await send(ports, items(), () => {});
}

async function send(
  ports: FirstStartPorts,
  items: AsyncIterable<ImportItem>,
  onProgress: (report: ImportReport) => void,
): Promise<ImportReport> {
  const report = await importRecords(items, ports.importBatch, { stop: ports.stop, alone: true, onProgress });
  if (report.failure !== null) throw report.failure;
  return report;
}

/** The progress of this database's one-time import. */
type FirstStartState = 'begun' | 'done';

const NAME = 'first-start';

/** Null: not started. */
async function readFirstStart(database: Database): Promise<FirstStartState | null> {
  const row = await database.client.serviceState.findUnique({ where: { name: NAME } });
  if (row === null) return null;
  return (row.value as { state?: unknown }).state === 'begun' ? 'begun' : 'done';
}

async function writeFirstStart(database: Database, state: FirstStartState, at: Date): Promise<void> {
  const value = { state, at: at.toISOString() };
  await database.client.serviceState.upsert({
    where: { name: NAME },
    create: { name: NAME, value },
    update: { value },
  });
}
