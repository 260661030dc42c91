import { checkOf } from '../../diagnostics/checkOf.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';
import type { Readiness } from '../../internal/probes.ts';

const PATIENCE_MS = 5_000;

/** What /readyz says; null where no process of ours answers. */
export async function askReadiness(origin: string): Promise<Readiness | null> {
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const readiness = (await answer.json()) as Partial<Readiness>;
    return readiness.parts === undefined ? null : (readiness as Readiness);
  } catch {
    return null;
  }
}

/** The parts of a process that fail or warn, as only it can tell. */
export function examineReadiness({ parts }: Readiness): readonly DiagnosticCheck[] {
  return Object.entries(parts).flatMap(([name, { status, detail = status }]) => {
    if (['ok', 'off'].includes(status)) return [];
    const isFatal = name === 'database' || name === 'migrations';
    const check = checkOf(`ready: ${name}`);
    const remedy = name === 'proxy' ? 'Set TRUST_PROXY.' : 'docs/operations.md#outages says what helps.';
    return [check(isFatal ? 'failed' : 'warning', `The process says: ${detail}.`, remedy)];
  });
}
