import pino from 'pino';
import type { LogLevel } from '../configuration/configuration.ts';
import { redactSecrets } from './redactSecrets.ts';

export type Logger = pino.Logger;

/** Structured logs: one JSON object a line on standard output. */
export interface Logs {
  readonly logger: Logger;
  /** Writes what is still buffered; call it before the process ends. */
  flush(): void;
}

/** Lines are written together, at the latest after this time: one system call a line would cost more than the line. */
const FLUSH_INTERVAL_MS = 200;
const BUFFER_BYTES = 4096;

export interface LogsOptions {
  readonly level: LogLevel;
  /** Values that must never be written, whatever carries them. */
  readonly secrets: readonly string[];
  /** A file instead of standard output. */
  readonly file?: string;
}

export function openLogs({ level, secrets, file }: LogsOptions): Logs {
  const destination = pino.destination({
    dest: file ?? 1,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  // A reader of the logs that went away must not take the service along.
  destination.on('error', () => {});
  const logger = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactSecrets(secrets) },
    },
    destination,
  );
  return {
    logger,
    flush() {
      try {
        destination.flushSync();
      } catch {
        // Standard output is gone or not open yet: there is nowhere left to write to.
      }
    },
  };
}
