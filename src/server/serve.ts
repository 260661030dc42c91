import { readConfiguration } from '../configuration/configuration.ts';
import { type RunningService, startService } from '../server.ts';

/** npm passes a terminal's Ctrl-C on to a process that the terminal has already told. */
const SAME_SIGNAL_MS = 1_000;
/** Longer than listeners and database take at most to close. */
const STOP_DEADLINE_MS = 30_000;

/**
 * Runs the service until SIGTERM or SIGINT: then it finishes what has begun and the process ends with status 0; a second signal
 * ends it at once. An error that nobody caught is logged and ends it with status 1.
 * @throws ConfigurationError, StartError when it cannot start
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<never> {
  const asked = stopSignal();
  const service = await startService(readConfiguration(environment));
  endOnUncaught(service);
  tellAddresses(service);
  await asked;
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  try {
    await service.close();
  } catch (error) {
    service.logs.logger.error({ err: error }, 'did not close cleanly');
    service.logs.flush();
    process.exit(1);
  }
  process.exit(0);
}

/** Resolves at the first signal. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const stop = (signal: NodeJS.Signals): void => {
      first ??= performance.now();
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
      resolve();
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}

function endOnUncaught({ logs }: RunningService): void {
  const end = (error: unknown): void => {
    logs.logger.fatal({ err: error }, 'uncaught');
    logs.flush();
    process.exit(1);
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
}

/** For people; programs find the same in the log. */
function tellAddresses({ publicUrl, internalUrl }: RunningService): void {
  if (publicUrl !== null) process.stderr.write(`Serving ${publicUrl}/v1 (reference: ${publicUrl}/v1/reference)\n`);
  process.stderr.write(`Internal listener at ${internalUrl}\n`);
}
