import { printNote } from './output.ts';

/** npm forwards a terminal's Ctrl-C to a process that has already received it: the two count once. */
const SAME_SIGNAL_MS = 1000;

/**
 * Treats Ctrl-C, SIGTERM or the end of the terminal (SIGHUP) as a request to finish the work in flight; a second one
 * ends the process.
 */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Restores the usual effect of the signals. */
  readonly release: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @param note says what happens next */
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
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}
