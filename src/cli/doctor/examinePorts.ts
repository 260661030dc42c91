import { createServer } from 'node:http';
import type { Configuration } from '../../configuration/configuration.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import { openListener } from '../../listener/openListener.ts';
import { StartError } from '../../startError.ts';

/** Whether the service could listen where it is told to. */
export async function examinePorts(configuration: Configuration): Promise<DiagnosticCheck[]> {
  const listeners = [
    { name: 'internal port', at: configuration.internal, variables: { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' } },
    ...(configuration.roles.has('rest')
      ? [{ name: 'public port', at: configuration.public, variables: { host: 'HOST', port: 'PORT' } }]
      : []),
  ];
  const checks: DiagnosticCheck[] = [];
  for (const { name, at, variables } of listeners) {
    try {
      const listener = await openListener({ server: createServer(), variables, ...at });
      await listener.close(0);
      checks.push({ name, status: 'ok', detail: `${at.host} port ${at.port} is free.`, remedy: null });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      const [detail = '', remedy = null] = error.message.split(': ');
      checks.push({
        name,
        status: 'failed',
        detail: `${detail}.`,
        remedy: remedy === null ? null : `${capitalised(remedy)}.`,
      });
    }
  }
  return checks;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
