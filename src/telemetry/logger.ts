import type { Writable } from 'node:stream';
import pino from 'pino';
import type { LogFormat, LogLevel } from '../configuration/configuration.ts';
import { logText } from './logText.ts';
import { LogWriter } from './logWriter.ts';
import { redactSecrets } from './redactSecrets.ts';

export type Logger = pino.Logger;

/** The log on standard output: one JSON object a line, or text where people read it. */
export interface Logs {
  readonly logger: Logger;
  /** The level of lines that say that a request was answered as it should: people do not want to see each. */
  readonly requestLevel: 'info' | 'debug';
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
  readonly destination?: Writable & { readonly isTTY?: boolean };
  /** Default: `auto`, which is text at a terminal and JSON elsewhere. */
  readonly format?: LogFormat;
}

export function openLogs({ level, secrets, destination = process.stdout, format = 'auto' }: LogsOptions): Logs {
  const isText = format === 'text' || (format === 'auto' && destination.isTTY === true);
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
    isText ? { write: (line: string) => writer.write(logText(line)) } : writer,
  );
  return {
    logger,
    requestLevel: isText ? 'debug' : 'info',
    dropped: () => writer.dropped,
    flush: () => writer.flush(),
    drain: () => writer.drain(DRAIN_MS),
  };
}
