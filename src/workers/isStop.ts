/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

const STOPS: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Whether a worker ended by a signal that a terminal or systemd sends every process: one that has just been started
 * does not listen to it yet, and its primary is told to stop as well.
 */
export function isStop({ signal }: End): boolean {
  return STOPS.includes(signal);
}
