import { errorReason } from '../base/errors.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

/** The result of a check that may fail itself, as when a connection breaks or a right is missing: others still run. */
export async function settled<Found extends DiagnosticCheck | null>(
  name: string,
  examine: () => Found | Promise<Found>,
): Promise<Found | DiagnosticCheck> {
  try {
    return await examine();
  } catch (error) {
    const detail = `Could not be examined: ${errorReason(error)}`;
    return namedCheck(name)('failed', detail, 'See what an earlier check reports; the log says more.');
  }
}
