import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import type { RunningService } from '../../server.ts';
import { jsonOption } from '../arguments.ts';
import type { FilledDatabase } from '../firstStart/firstStart.ts';
import { interruption } from '../terminal/interruption.ts';
import { printJson, printNote } from '../terminal/output.ts';

/**
 * The first start fills its database before the public listener opens, so that the first answer has something in it; on
 * a slow machine it opens after this time all the same.
 */
const HEAD_START_MS = 12_000;

/** Longer than listeners, indexer and database take at most to close, whatever is away. */
const STOP_DEADLINE_MS = 20_000;

/** A first import that is told to stop ends after its batch; one whose database hangs is not waited for. */
const FILLING_MS = 3_000;

/** A start that is told to stop is not waited for any longer: it may be waiting for somebody's lock or host itself. */
const STARTING_MS = 5_000;

let serving = false;

/** Whether this process runs the service, as opposed to one of the other commands. */
export function isServing(): boolean {
  return serving;
}

/** `catalog serve` */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it is told to stop (Ctrl-C, SIGTERM)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nConfigured by environment variables; README.md lists them. Logs go to standard output: text at a terminal, else JSON.',
    )
    .action(({ json }: { json?: true }) => serve(json ?? false));
}

/** Ends the process itself: a connection that somebody keeps must not hold it. */
async function serve(json: boolean): Promise<never> {
  serving = true;
  const configuration = readConfiguration(process.env);
  // Loaded when needed: the other commands start without Express, Apollo and Prisma.
  const { startService } = await import('../../server.ts');
  const { endOnUncaught } = await import('../../server/endOnUncaught.ts');
  const stop = interruption('Stopping: what has begun may finish; once more ends at once.');
  const started = endWhenStopped(stop.signal);
  let filling: Promise<FilledDatabase | null> = Promise.resolve(null);
  const service = await startService(configuration, {
    async beforePublic(graph) {
      if (!configuration.roles.has('graph')) return;
      const { firstStart } = await import('../firstStart/firstStart.ts');
      filling = firstStart(graph, configuration.sampleData, stop.signal);
      await Promise.race([filling, sleep(HEAD_START_MS, undefined, { ref: false })]);
    },
  });
  started();
  endOnUncaught(service.logs);
  await tellAddresses(service, json);
  const told = filling.then(async (filled) => {
    if (filled !== null) await printNote(filled.nextSteps(service.publicUrl));
  });
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await Promise.race([told, sleep(FILLING_MS, undefined, { ref: false })]);
  return await close(service, configuration.stopGraceMs + STOP_DEADLINE_MS);
}

/**
 * Nothing has been served yet, and what was under way in the database is undone: nothing is lost.
 * @returns how to call it off
 */
function endWhenStopped(signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    timer = setTimeout(() => process.exit(0), STARTING_MS).unref();
  };
  signal.addEventListener('abort', end, { once: true });
  return () => {
    signal.removeEventListener('abort', end);
    clearTimeout(timer);
  };
}

async function close({ logs, close }: RunningService, deadlineMs: number): Promise<never> {
  setTimeout(() => process.exit(1), deadlineMs).unref();
  try {
    await close();
  } catch (error) {
    logs.logger.error({ err: error }, 'did not close cleanly');
    logs.flush();
    process.exit(1);
  }
  process.exit(0);
}

async function tellAddresses({ publicUrl, internalUrl }: RunningService, json: boolean): Promise<void> {
  if (json) await printJson({ publicUrl, internalUrl });
  if (publicUrl !== null) await printNote(`Serving ${publicUrl}/v1 (reference: ${publicUrl}/v1/reference)`);
  await printNote(`Internal listener at ${internalUrl}`);
}
