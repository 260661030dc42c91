import type { Logs } from '../telemetry/logger.ts';

/** Logs an uncaught error and ends the process with status 1: its state is undefined afterwards. */
export function endOnUncaught({ logger, flush }: Logs): void {
  const end = (error: unknown): void => {
    logger.fatal({ err: error }, 'uncaught');
    flush();
    process.exit(1);
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}
