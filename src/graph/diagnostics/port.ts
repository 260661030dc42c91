import type { DiagnosticStatus } from '../model/vocabulary.ts';

/** The result of one check of this process. */
export interface DiagnosticCheck {
  /** The subject of the check, e.g. `database`. */
  readonly name: string;
  readonly status: DiagnosticStatus;
  /** The finding; holds no secret. */
  readonly detail: string;
  /** The remedy for the operator; null where nothing is wrong. */
  readonly remedy: string | null;
}

/** Examines the process that answers. Every check returns, however broken its subject is. */
export type Diagnose = () => Promise<readonly DiagnosticCheck[]>;
