import cliProgress from 'cli-progress';
import { formatCount, formatSeconds } from '../formatNumbers.ts';
import { printNote } from '../output.ts';

/** Where an import is. */
export interface ImportProgressState {
  readonly records: number;
  readonly bytesRead: number;
}

/** Shows how far an import is: records, rate, and time left where the size is known. */
export interface ImportProgress {
  update(state: ImportProgressState): void;
  end(): void;
}

const LINE_EVERY_MS = 5000;

/** A bar on standard error, or a plain line every five seconds where that is no terminal. `totalBytes` is null for a pipe. */
export function importProgress(totalBytes: number | null): ImportProgress {
  const began = performance.now();
  const figures = ({ records, bytesRead }: ImportProgressState) => {
    const seconds = (performance.now() - began) / 1000;
    const rate = `${formatCount(records / seconds)}/s`;
    const share = totalBytes === null || totalBytes === 0 ? null : bytesRead / totalBytes;
    const left = share === null || share === 0 ? null : formatSeconds((seconds / share) * (1 - share));
    return { records: formatCount(records), rate, left, percent: share === null ? null : Math.floor(share * 100) };
  };
  return process.stderr.isTTY ? bar(totalBytes, figures) : lines(figures);
}

type Figures = (state: ImportProgressState) => {
  readonly records: string;
  readonly rate: string;
  readonly left: string | null;
  readonly percent: number | null;
};

function bar(totalBytes: number | null, figures: Figures): ImportProgress {
  const format =
    totalBytes === null ? '{records} records  {rate}' : '{bar} {percentage}%  {records} records  {rate}  {left} left';
  const shown = new cliProgress.SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true, linewrap: false, barsize: 30 },
    cliProgress.Presets.shades_classic,
  );
  shown.start(totalBytes ?? 1, 0, { records: '0', rate: '-', left: '-' });
  return {
    update(state) {
      const { records, rate, left } = figures(state);
      shown.update(totalBytes === null ? 0 : state.bytesRead, { records, rate, left: left ?? '-' });
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
      const { records, rate, left, percent } = figures(state);
      const rest = left === null ? '' : `, ${percent}%, ${left} left`;
      void printNote(`${records} records, ${rate}${rest}`);
    },
    end: () => {},
  };
}
