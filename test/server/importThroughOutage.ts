import type { ChildProcess } from 'node:child_process';
import { expect } from '@jest/globals';
import { newAnime } from '../support/newAnime.ts';
import { runCatalog } from '../support/runCatalog.ts';
import type { CatalogService } from '../support/startCatalog.ts';

/** Records of the import. */
export const OUTAGE_RECORDS = 1_500;
/** Lines that an outage may add to the log of a process, and to what the import prints. */
const MOST_LINES = 20;

interface Outage {
  readonly services: readonly [CatalogService, ...CatalogService[]];
  /** The key of the first record; nobody imported it or a later one. */
  readonly from: number;
  /** Begins in the midst of the import, whose process it is given, and is mended when this ends. */
  readonly during: (command: ChildProcess) => Promise<void>;
}

/**
 * Imports new anime while the database fails and is mended: no record is rejected, the import ends with 0, and neither it
 * nor a service floods its log.
 * @returns what the import printed to stderr
 */
export async function importThroughOutage({ services, from, during }: Outage): Promise<string> {
  const before = services.map((service) => service.printedLines());
  const { status, stdout, stderr } = await runCatalog(['import', '-', '--json'], {
    environment: services[0].environment,
    input: newAnime(from, OUTAGE_RECORDS)
      .map((record) => JSON.stringify(record))
      .join('\n'),
    whileRunning: during,
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  const report = JSON.parse(stdout) as { created: number; unchanged: number };
  expect(report).toMatchObject({ records: OUTAGE_RECORDS, rejected: 0, complete: true, error: null });
  // A batch whose commit was not answered is sent again, and finds its records.
  expect(report.created + report.unchanged).toBe(OUTAGE_RECORDS);
  const lines = services.map((service, index) => service.printedLines() - (before[index] ?? 0));
  expect(Math.max(linesOf(stderr), ...lines)).toBeLessThanOrEqual(MOST_LINES);
  return stderr;
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
