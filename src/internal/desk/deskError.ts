/** A refusal that a page shows. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
