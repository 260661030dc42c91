import { visibleText } from '../../base/visibleText.ts';
import { namedCheck } from '../../diagnostics/namedCheck.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { connect } from '../client/graphClient.ts';
import { readInternalOrigin } from '../client/serviceAddress.ts';
import { working } from '../command/row.ts';
import { CommandFailure } from '../failures.ts';
import { paintState } from '../terminal/paint.ts';

const listDiagnostics = graphql(`
  query ListDiagnostics { diagnostics { name status detail remedy } }
`);

/** `catalog doctor` */
export const doctor = working({
  name: 'doctor',
  about: 'Examine the running service, or this machine when none runs, and name remedies',
  example: '',
  notes: 'The exit status is 1 when a check failed, or when no service runs.',
  async run() {
    const items = await examine();
    process.exitCode = items.some(({ status }) => status === 'failed') ? 1 : 0;
    const lines = (paint?: typeof paintState) => items.map((item) => describe(item, paint)).join('\n');
    return { json: { items }, text: lines(), painted: lines(paintState) };
  },
});

async function examine(): Promise<readonly DiagnosticCheck[]> {
  try {
    const client = await connect();
    const { diagnostics } = await client.run(listDiagnostics, {});
    const service = namedCheck('service')('ok', `Answers at ${client.origin}.`);
    return [service, ...diagnostics];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const { examineMachine } = await import('../doctor/examineMachine.ts');
    return await examineMachine(error, () => readInternalOrigin(process.env));
  }
}

function describe({ name, status, detail, remedy }: DiagnosticCheck, paint = (text: string) => text): string {
  const line = `${paint(status.padEnd(8))} ${name.padEnd(14)} ${visibleText(detail)}`;
  return remedy === null ? line : `${line}\n${' '.repeat(24)}-> ${visibleText(remedy)}`;
}
