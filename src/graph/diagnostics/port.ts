import type { DiagnosticStatus } from '../model/vocabulary.ts';

/** What one check of this process found. */
export interface DiagnosticCheck {
  /** What was checked, e.g. `database`. */
  readonly name: string;
  readonly status: DiagnosticStatus;
  /** What was found; holds no secret. */
  readonly detail: string;
  /** What the operator should do; null where nothing is wrong. */
  readonly remedy: string | null;
}

/** Examines the process that answers. Every check answers, however broken what it looks at is. */
export type Diagnose = () => Promise<readonly DiagnosticCheck[]>;
