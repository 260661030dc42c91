/** Why the service cannot start, as one line that tells the operator what is wrong and what to do. Holds no secret. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
