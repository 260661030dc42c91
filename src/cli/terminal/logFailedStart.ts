import { KNOWN_VARIABLES } from '../../configuration/variables.ts';

interface FailedStart {
  readonly error: unknown;
  readonly code: string;
  /** A line for each fault, or for an unexpected error (`internal_error`) its stack. */
  readonly message: string;
}

/**
 * Logs a start that failed where the log is JSON, so that its reader finds a line of JSON at the end of every process.
 * Does not read the configuration, which may be at fault.
 * @returns false where the log is text, which would only repeat the message
 */
export async function logFailedStart({ error, code, message }: FailedStart): Promise<boolean> {
  const { LOG_FORMAT: format, LOG_LEVEL: level } = process.env;
  if (format === 'text' || (format !== 'json' && process.stdout.isTTY)) return false;
  const { openLogs } = await import('../../telemetry/logger.ts');
  const logs = openLogs({
    level: level === 'silent' ? 'silent' : 'fatal',
    format: 'json',
    secrets: secretsOf(process.env),
  });
  const lines = message.split('\n');
  const isUnexpected = code === 'internal_error';
  const reason = isUnexpected ? lines[0] : lines.join('; ');
  logs.logger.fatal({ code, ...(isUnexpected && { err: error }) }, `the service did not start: ${reason}`);
  await logs.drain();
  return true;
}

/** A shorter value could be an ordinary word. */
const SHORTEST_HIDDEN = 8;

/** Passwords in URLs are redacted by their place. */
function secretsOf(variables: NodeJS.ProcessEnv): string[] {
  const names = KNOWN_VARIABLES.filter((name) => /(SECRET|TOKEN|(SECRETS|API)_KEY)$/.test(name));
  return names.flatMap((name) => (variables[name] ?? '').split(',')).filter((value) => value.length >= SHORTEST_HIDDEN);
}
