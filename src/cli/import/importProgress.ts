import cliProgress from 'cli-progress';
import { printNote } from '../terminal/output.ts';
import { type ImportProgressState, type ProgressFigures, progressFigures } from './progressFigures.ts';

/** Shows how far an import is: records, rate, and time left where the size is known. */
export interface ImportProgress {
  update(state: ImportProgressState): void;
  end(): void;
}

const LINE_EVERY_MS = 5000;

/** A bar on standard error, or a plain line every five seconds where that is no terminal. `totalBytes` is null for a pipe. */
export function importProgress(totalBytes: number | null): ImportProgress {
  const began = performance.now();
  const figures = (state: ImportProgressState) =>
    progressFigures(state, (performance.now() - began) / 1000, totalBytes);
  return process.stderr.isTTY ? bar(totalBytes, figures) : lines(figures);
}

type Figures = (state: ImportProgressState) => ProgressFigures;

function bar(totalBytes: number | null, figures: Figures): ImportProgress {
  const format =
    totalBytes === null ? '{records} records  {rate}' : '{bar} {percentage}%  {records} records  {rate}  {left} left';
  const shown = new cliProgress.SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true, linewrap: false, barsize: 30 },
    cliProgress.Presets.shades_classic,
  );
  shown.start(1, 0, { records: '0', rate: '-', left: '-' });
  return {
    update(state) {
      const { records, rate, left, share } = figures(state);
      shown.update(share ?? 0, { records, rate, left: left ?? '-' });
    },
    end: () => shown.stop(),
  };
}

function lines(figures: Figures): ImportProgress {
  let due = performance.now() + LINE_EVERY_MS;
  return {
    update(state) {
      if (performance.now() < due) return;
      due = performance.now() + LINE_EVERY_MS;
      const { records, rate, left, share } = figures(state);
      const rest = left === null || share === null ? '' : `, ${Math.floor(share * 100)}%, ${left} left`;
      void printNote(`${records} records, ${rate}${rest}`);
    },
    end: () => {},
  };
}
