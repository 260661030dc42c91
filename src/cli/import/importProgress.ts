import { formatCount, formatSeconds } from '../terminal/formatNumbers.ts';
import { printNote } from '../terminal/output.ts';
import { TerminalBar } from '../terminal/terminalBar.ts';

/** The state of an import; `total` is null where only the bytes show how much is left. */
interface ImportProgressState {
  readonly records: number;
  readonly total: number | null;
  readonly bytesRead: number;
}

/** The displayed progress; `left` and `share` (from 0 to 1) are null where the end is unknown. */
interface ProgressFigures {
  readonly records: string;
  readonly rate: string;
  readonly left: string | null;
  readonly share: number | null;
}

/**
 * How far an import is after `seconds`: by records where all are known, else by the bytes of its file, null for a pipe.
 */
export function progressFigures(
  { records, total, bytesRead }: ImportProgressState,
  seconds: number,
  totalBytes: number | null,
): ProgressFigures {
  const share = total !== null ? records / total : totalBytes ? bytesRead / totalBytes : null;
  const left = share === null || share === 0 ? null : formatSeconds((seconds / share) * (1 - share));
  return { records: formatCount(records), rate: `${formatCount(records / seconds)}/s`, left, share };
}

/** Shows how far an import is: records, rate, and time left where the size is known. */
export interface ImportProgress {
  update(state: ImportProgressState): void;
  end(): void;
}

const LINE_EVERY_MS = 5000;

/**
 * A bar on standard error, or a plain line every five seconds where that is no
 * terminal. `totalBytes` is null for a pipe.
 */
export function importProgress(totalBytes: number | null): ImportProgress {
  const began = performance.now();
  const figures = (state: ImportProgressState) =>
    progressFigures(state, (performance.now() - began) / 1000, totalBytes);
  return process.stderr.isTTY ? bar(totalBytes, figures) : lines(figures);
}

type Figures = (state: ImportProgressState) => ProgressFigures;

/** Characters of the bar itself. */
const BAR_LENGTH = 30;

function bar(totalBytes: number | null, figures: Figures): ImportProgress {
  const shown = new TerminalBar();
  const show = ({ records, rate, left, share }: ProgressFigures): void => {
    const done = Math.round((share ?? 0) * BAR_LENGTH);
    const drawn = `${'█'.repeat(done)}${'░'.repeat(BAR_LENGTH - done)} ${Math.floor((share ?? 0) * 100)}%  `;
    const end = totalBytes === null && share === null ? '' : `  ${left ?? '-'} left`;
    shown.show(`${end === '' ? '' : drawn}${records} records  ${rate}${end}`);
  };
  show({ records: '0', rate: '-', left: null, share: null });
  return {
    update: (state) => show(figures(state)),
    end: () => shown.end(),
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
