import { visibleText } from '../visibleText.ts';

/** What every line has, and says nothing to who reads one process. */
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
 * A line of the log for people: `time level message`, with the time of day here, then the plain members as `name=value`, of lists how
 * many they hold, and the error; its stack where the level is error or fatal.
 * @param json as pino writes it, secrets taken out
 */
export function logText(json: string): string {
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
