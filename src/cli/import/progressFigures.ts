import { formatCount, formatSeconds } from '../terminal/formatNumbers.ts';

/** Where an import is; `total` is null where only the bytes tell how much is left. */
export interface ImportProgressState {
  readonly records: number;
  readonly total: number | null;
  readonly bytesRead: number;
}

/** What is shown of it; `left` and `share` (from 0 to 1) are null where nobody knows the end. */
export interface ProgressFigures {
  readonly records: string;
  readonly rate: string;
  readonly left: string | null;
  readonly share: number | null;
}

/** How far an import is after `seconds`: by records where all are known, else by the bytes of its file, null for a pipe. */
export function progressFigures(
  { records, total, bytesRead }: ImportProgressState,
  seconds: number,
  totalBytes: number | null,
): ProgressFigures {
  const share = total !== null ? records / total : totalBytes ? bytesRead / totalBytes : null;
  const left = share === null || share === 0 ? null : formatSeconds((seconds / share) * (1 - share));
  return { records: formatCount(records), rate: `${formatCount(records / seconds)}/s`, left, share };
}
