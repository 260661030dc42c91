import type { QuotaState } from '../../graph/caller/quotas.ts';

/** A refusal that a page shows. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** @param cause the exhausted quota, a clause without a full stop */
export function tooMany({ resetMs }: QuotaState, cause: string): DeskError {
  return new DeskError(429, `${cause}: wait ${Math.ceil(resetMs / 1000)} seconds.`);
}
