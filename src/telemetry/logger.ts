import type { Writable } from 'node:stream';
import pino from 'pino';
import type { LogLevel } from '../configuration/configuration.ts';
import { LogWriter } from './logWriter.ts';
import { redactSecrets } from './redactSecrets.ts';

export type Logger = pino.Logger;

/** Structured logs: one JSON object a line on standard output. */
export interface Logs {
  readonly logger: Logger;
  /** Lines that were dropped because nobody read them, so far. */
  dropped(): number;
  /** Writes what is still buffered and can be written at once; call it before the process ends. */
  flush(): void;
  /** As `flush`, and waits a moment for a reader who is behind. */
  drain(): Promise<void>;
}

const DRAIN_MS = 500;

export interface LogsOptions {
  readonly level: LogLevel;
  /** Values that must never be written, whatever carries them. */
  readonly secrets: readonly string[];
  /** Default: standard output. */
  readonly destination?: Writable;
}

export function openLogs({ level, secrets, destination = process.stdout }: LogsOptions): Logs {
  const writer = new LogWriter(destination, (dropped) =>
    logger.warn({ dropped }, 'log lines were dropped: nobody read them in time'),
  );
  const logger = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactSecrets(secrets) },
    },
    writer,
  );
  return {
    logger,
    dropped: () => writer.dropped,
    flush: () => writer.flush(),
    drain: () => writer.drain(DRAIN_MS),
  };
}
