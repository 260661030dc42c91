/** A refusal that a page shows. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
