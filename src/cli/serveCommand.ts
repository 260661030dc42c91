import { once } from 'node:events';
import { Command } from 'commander';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import type { RunningService } from '../server.ts';
import { CommandFailure } from './commandFailure.ts';
import { interruption } from './interruption.ts';
import { jsonOption } from './jsonOption.ts';
import { printJson, printNote } from './output.ts';

/** `catalog serve` */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Run the service until it is told to stop (Ctrl-C, SIGTERM)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nConfigured by environment variables; README.md lists them. Logs are JSON on standard output.',
    )
    .action(({ json }: { json?: true }) => serve(json ?? false));
}

async function serve(json: boolean): Promise<void> {
  const configuration = readConfiguration(process.env);
  // Loaded when needed: the other commands start without Express, Apollo and Prisma.
  const { startService } = await import('../server.ts');
  const stop = interruption('Stopping: what has begun may finish; once more ends at once.');
  const service = await startService(configuration);
  const { publicUrl, internalUrl } = service;
  if (json) await printJson({ publicUrl, internalUrl });
  else await printNote(publicUrl === null ? `Internal listener at ${internalUrl}` : `Serving ${publicUrl}/v1`);
  const filled = fill(service, configuration, stop.signal);
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await filled;
  await service.close();
  stop.release();
}

/** The service answers while its empty database is filled, and goes on without when that fails. */
async function fill(service: RunningService, configuration: Configuration, stop: AbortSignal): Promise<void> {
  if (!configuration.roles.has('graph')) return;
  const { fillEmptyDatabase } = await import('./firstStart/fillEmptyDatabase.ts');
  const { nextSteps } = await import('./firstStart/nextSteps.ts');
  const { inProcessImport } = await import('./firstStart/inProcessImport.ts');
  const { database, now } = service.ports;
  try {
    const importBatch = inProcessImport(service.schema, service.ports);
    const result = await fillEmptyDatabase({ database, now, importBatch, stop }, configuration.sampleData);
    if (result !== null) await printNote(await nextSteps(database, result, service.publicUrl));
  } catch (error) {
    service.logger.error({ err: error }, 'the first start could not fill the database; the next start goes on');
    const reason = error instanceof CommandFailure ? error.message : 'the log says why';
    await printNote(`catalog: the database could not be filled: ${reason}. The next start goes on.`);
  }
}
