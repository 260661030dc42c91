import type { Writable } from 'node:stream';
import pino from 'pino';
import { visibleText } from '../base/visibleText.ts';
import type { LogFormat, LogLevel } from '../configuration/configuration.ts';
import { activeTraceId } from '../tracing/activeTrace.ts';
import { LogWriter } from './logWriter.ts';
import { redactSecrets } from './redactSecrets.ts';

export type Logger = pino.Logger;

/** The log on standard output: one JSON object a line, or text for people. */
export interface Logs {
  readonly logger: Logger;
  /** The level of successful requests' lines; in text it is `debug`. */
  readonly requestLevel: 'info' | 'debug';
  /** The number of lines dropped so far because of a slow reader. */
  dropped(): number;
  /** Writes as much of the buffer as the system accepts at once; call it before the process ends. */
  flush(): void;
  /** As `flush`, but waits a moment for a slow reader. */
  drain(): Promise<void>;
  /** As `drain`, and leaves the destination. Later lines are written as long as that takes them. */
  close(): Promise<void>;
}

const DRAIN_MS = 500;

export interface LogsOptions {
  readonly level: LogLevel;
  /** Values to redact. */
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
      mixin: () => {
        const traceId = activeTraceId();
        return traceId === undefined ? {} : { traceId };
      },
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
    close: () => writer.close(DRAIN_MS),
  };
}

/** A line as pino writes it, without `pid` and `hostname`, which are constant within a process. */
interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly pid?: number;
  readonly hostname?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [member: string]: unknown;
}

/**
 * A log line for people: `time level message` in local time, the scalar members as `name=value` (lists as their
 * length), and the error, with its stack at the levels error and fatal.
 * @param json as pino writes it, already redacted
 */
function logText(json: string): string {
  const { time, level, msg = '', pid, hostname, err, ...members } = JSON.parse(json) as LogLine;
  const facts = Object.entries(members).flatMap(([name, value]) => {
    const shown = Array.isArray(value) ? value.length : value;
    return shown === null || typeof shown === 'object' ? [] : [`${name}=${shown}`];
  });
  const head = [new Date(time).toTimeString().slice(0, 8), level.padEnd(5), msg, ...facts].join(' ');
  return `${visibleText(`${head}${errorText(err, level)}`)}\n`;
}

function errorText(error: LogLine['err'], level: string): string {
  if (error === undefined) return '';
  if (level !== 'error' && level !== 'fatal') return `: ${error.message}`;
  return `\n${error.stack ?? error.message}`.replaceAll('\n', '\n  ');
}
