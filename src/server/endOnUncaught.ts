import type { Logs } from '../telemetry/logger.ts';

/** An error that nobody caught leaves the process in no known state: it is logged, and the process ends with status 1. */
export function endOnUncaught({ logger, flush }: Logs): void {
  const end = (error: unknown): void => {
    logger.fatal({ err: error }, 'uncaught');
    flush();
    process.exit(1);
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}
