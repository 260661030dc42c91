import { once } from 'node:events';
import { waitAtMost } from '../../base/waitAtMost.ts';
import { readConfiguration } from '../../configuration/configuration.ts';
import type { RunningService } from '../../server.ts';
import { working } from '../command/row.ts';
import { interruption } from '../terminal/interruption.ts';
import { printJson, printNote } from '../terminal/output.ts';

/**
 * The public listener opens after the first import, so that the first answers are not empty, but no later than this on
 * a slow machine.
 */
const HEAD_START_MS = 12_000;

/** Longer than listeners, indexer and database take to close, even with every other service unreachable. */
const STOP_DEADLINE_MS = 20_000;

/** How long a stopped first import may take to finish its batch, should the database hang. */
const FILLING_MS = 3_000;

/** How long a stopped start is waited for: it may itself be waiting for a lock or a host. */
const STARTING_MS = 5_000;

let serving = false;

/** Whether this process runs `serve`. */
export function isServing(): boolean {
  return serving;
}

/** `catalog serve` */
export const serve = working({
  name: 'serve',
  about: 'Run the service until it is stopped (Ctrl-C, SIGTERM, SIGHUP)',
  example: '',
  notes:
    'Configured by environment variables; docs/configuration.md lists them. Logs go to standard output: text at a terminal, else JSON.',
  run: (_given, json) => runService(json),
});

/** Ends the process explicitly: an open connection would keep it alive. */
async function runService(json: boolean): Promise<never> {
  serving = true;
  const configuration = readConfiguration(process.env);
  // Loaded when needed: the other commands start without Express, Apollo and Prisma.
  const { startService } = await import('../../server.ts');
  const { endOnUncaught } = await import('../../server/endOnUncaught.ts');
  const stop = interruption('Shutting down; press Ctrl-C again to force.').signal;
  const started = endWhenStopped(stop);
  let resolveAddress = (_publicUrl: string | null): void => {};
  const publicUrl = new Promise<string | null>((resolve) => {
    resolveAddress = resolve;
  });
  let filling: Promise<void> = Promise.resolve();
  const starting = startService(configuration, {
    signal: stop,
    async onGraph(graph) {
      if (!configuration.ROLES.has('graph')) return;
      const { firstStart } = await import('../firstStart/firstStart.ts');
      const filled = firstStart(graph, configuration.SAMPLE_DATA, stop);
      filling = filled.then(async (database) => {
        if (database !== null) await printNote(database.nextSteps(await publicUrl, configuration.PAGES));
      });
      await waitAtMost(HEAD_START_MS, filled);
    },
  });
  const service = await starting.catch((error: unknown) => {
    // Nothing has begun that could be lost.
    if (stop.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0);
    throw error;
  });
  started();
  endOnUncaught(service.logs);
  await printAddresses(service, json);
  resolveAddress(service.publicUrl);
  if (!stop.aborted) await once(stop, 'abort');
  await waitAtMost(FILLING_MS, filling);
  return await close(service, configuration.STOP_GRACE_MS + STOP_DEADLINE_MS);
}

/**
 * Nothing has been served yet, and the database rolls unfinished work back, so nothing is lost.
 * @returns a function that cancels it
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

async function printAddresses({ publicUrl, internalUrl }: RunningService, json: boolean): Promise<void> {
  if (json) await printJson({ publicUrl, internalUrl });
  if (publicUrl !== null) await printNote(`Serving ${publicUrl}/v1 (reference: ${publicUrl}/v1/reference)`);
  await printNote(`Internal listener at ${internalUrl}`);
}
