import { Command, CommanderError } from 'commander';
import { errorMessage } from '../base/errors.ts';
import { StartError } from '../base/startError.ts';
import { version } from '../base/version.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { KNOWN_VARIABLES } from '../configuration/variables.ts';
import { DatabaseError } from '../database/databaseError.ts';
import { buildCommand, nounCommand } from './command/row.ts';
import { apps } from './commands/apps.ts';
import { archive, restore } from './commands/archive.ts';
import { audit } from './commands/audit.ts';
import { completion } from './commands/completion.ts';
import { database, migrate } from './commands/database.ts';
import { doctor } from './commands/doctor.ts';
import { dump } from './commands/dump.ts';
import { importCommand } from './commands/importCommand.ts';
import { keys } from './commands/keys.ts';
import { review } from './commands/review.ts';
import { search } from './commands/search.ts';
import { secrets } from './commands/secrets.ts';
import { isServing, serve } from './commands/serve.ts';
import { sources } from './commands/sources.ts';
import { tokens } from './commands/tokens.ts';
import { users } from './commands/users.ts';
import { webhooks } from './commands/webhooks.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { printJson, printNote } from './terminal/output.ts';

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
async function logFailedStart({ error, code, message }: FailedStart): Promise<boolean> {
  const { LOG_FORMAT: format, LOG_LEVEL: level } = process.env;
  if (format === 'text' || (format !== 'json' && process.stdout.isTTY)) return false;
  const { openLogs } = await import('../telemetry/logger.ts');
  const logs = openLogs({
    level: level === 'silent' ? 'silent' : 'fatal',
    format: 'json',
    secrets: listSecrets(process.env),
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
function listSecrets(variables: NodeJS.ProcessEnv): string[] {
  const names = KNOWN_VARIABLES.filter((name) => /(SECRET|TOKEN|(SECRETS|API)_KEY)$/.test(name));
  return names.flatMap((name) => (variables[name] ?? '').split(',')).filter((value) => value.length >= SHORTEST_HIDDEN);
}

/**
 * Runs the command line and sets the exit status: 0 done, 1 refused or partly refused, 2 wrong usage. With `--json` an
 * error is `{"error":{"code","message"}}` on standard output too.
 */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  ignoreClosedPipe();
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = await reportError(error, argv.includes('--json'));
  }
}

/** The tree of commands, not yet run. */
export function createProgram(): Command {
  const program = new Command('catalog')
    .description('The canonical anime catalogue: its service, imports and operations')
    .version(version)
    .commandsGroup('Service and catalogue:')
    .addCommand(buildCommand(serve))
    .addCommand(buildCommand(importCommand))
    .addCommand(nounCommand(review))
    .addCommand(nounCommand(sources))
    .addCommand(nounCommand(search))
    .addCommand(buildCommand(dump))
    .commandsGroup('Callers:');
  for (const noun of [apps, keys, users, tokens, webhooks]) program.addCommand(nounCommand(noun));
  program.commandsGroup('Upkeep:').addCommand(buildCommand(migrate));
  for (const row of [doctor, audit, archive, restore]) program.addCommand(buildCommand(row));
  for (const noun of [database, secrets]) program.addCommand(nounCommand(noun));
  program.addCommand(buildCommand(completion(program)));
  completeHelp(program);
  return program;
}

function completeHelp(command: Command): void {
  command.exitOverride().showHelpAfterError(`(${fullName(command)} --help tells more)`);
  command.commands.forEach(completeHelp);
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

async function reportError(error: unknown, json: boolean): Promise<number> {
  // Commander has already printed what it has to say, help and version among it.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const message = error.message.replace(/^error: /, '');
    if (json) await printJson({ error: { code: 'wrong_usage', message } });
    return 2;
  }
  const { code, message, exitCode } = describe(error);
  const isLogged = isServing() && (await logFailedStart({ error, code, message }));
  if (json) await printJson({ error: { code, message } });
  // A stack is in the log's line.
  await printNote(`catalog: ${isLogged && code === 'internal_error' ? message.split('\n', 1)[0] : message}`);
  return exitCode;
}

function describe(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof UsageError) return { code: 'wrong_usage', message: error.message, exitCode: 2 };
  if (error instanceof ConfigurationError) return { code: 'wrong_configuration', message: error.message, exitCode: 2 };
  if (error instanceof StartError) return { code: 'cannot_start', message: error.message, exitCode: 1 };
  if (error instanceof DatabaseError) return { code: error.code, message: error.message, exitCode: 1 };
  if (error instanceof CommandFailure) return { code: error.code, message: error.message, exitCode: 1 };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'internal_error', message, exitCode: 1 };
}

/**
 * `catalog … | head` ends the reader first: that is no failure worth a stack trace, and the end of a command whose
 * result nobody reads. A full disk is a failure. A service continues without a reader of its logs.
 */
function ignoreClosedPipe(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isServing()) return;
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
    process.stderr.write(`catalog: cannot write to standard output: ${errorMessage(error)}\n`);
    process.exit(1);
  });
}
