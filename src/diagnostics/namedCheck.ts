import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';

/** Builds the result of one check. */
export function namedCheck(name: string) {
  return (status: DiagnosticCheck['status'], detail: string, remedy: string | null = null): DiagnosticCheck => ({
    name,
    status,
    detail,
    remedy,
  });
}
