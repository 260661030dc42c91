import { Command } from 'commander';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { connect } from '../client/connect.ts';
import { CommandFailure } from '../failure/commandFailure.ts';
import { printJson, printText } from '../terminal/output.ts';

const listDiagnostics = graphql(`
  query ListDiagnostics {
    diagnostics {
      name
      status
      detail
      remedy
    }
  }
`);

/** `catalog doctor` */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Examine the running service, or this machine when none runs, and say what to do')
    .addOption(jsonOption())
    .addHelpText('after', '\nThe exit status is 1 when a check failed, a service that does not run among them.')
    .action(async ({ json }: { json?: true }) => {
      const checks = await examine();
      if (json) await printJson({ items: checks });
      else await printText(checks.map(describe).join('\n'));
      process.exitCode = checks.some(({ status }) => status === 'failed') ? 1 : 0;
    });
}

async function examine(): Promise<readonly DiagnosticCheck[]> {
  try {
    const client = await connect();
    const { diagnostics } = await client.run(listDiagnostics, {});
    const service: DiagnosticCheck = {
      name: 'service',
      status: 'ok',
      detail: `Answers at ${client.origin}.`,
      remedy: null,
    };
    return [service, ...diagnostics];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const { examineMachine } = await import('../doctor/examineMachine.ts');
    return await examineMachine(error);
  }
}

function describe({ name, status, detail, remedy }: DiagnosticCheck): string {
  const line = `${status.padEnd(8)} ${name.padEnd(14)} ${detail}`;
  return remedy === null ? line : `${line}\n${' '.repeat(24)}-> ${remedy}`;
}
