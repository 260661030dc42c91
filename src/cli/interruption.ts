import { printNote } from './output.ts';

/** Ctrl-C or SIGTERM as a signal to finish what is in flight; the second one ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives both signals their usual effect back. */
  readonly release: () => void;
}

export function interruption(note: string): Interruption {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
    void printNote(`\n${note}`);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  };
}
