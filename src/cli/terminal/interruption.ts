import { printNote } from './output.ts';

/** npm passes a terminal's Ctrl-C on to a process that the terminal has already told: that is the same one. */
const SAME_SIGNAL_MS = 1000;

/** Ctrl-C or SIGTERM as a signal to finish what is in flight; a second one ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives both signals their usual effect back. */
  readonly release: () => void;
}

/** @param note tells the operator what happens now */
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
