/** Why the service cannot start: one line for the operator with the reason and the remedy. Holds no secret. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
