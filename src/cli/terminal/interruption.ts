import { printNote } from './output.ts';

/** npm forwards a terminal's Ctrl-C to a process that has already received it: the two count once. */
const SAME_SIGNAL_MS = 1000;

/** Treats Ctrl-C or SIGTERM as a request to finish the work in flight; a second one ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Restores the usual effect of both signals. */
  readonly release: () => void;
}

/** @param note tells the operator what happens next */
export function interruption(note: string): Interruption {
  const controller = new AbortController();
  let first: number | undefined;
  const interrupt = (): void => {
    if (first === undefined) {
      first = performance.now();
      controller.abort();
      void printNote(`\n${note}`);
    } else if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  };
}
