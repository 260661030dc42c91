/** Why an attempt was not acknowledged, and what to do. */
const CAUSES: Readonly<Record<string, string>> = {
  timeout: 'No answer came within 15 seconds: answer first, work afterwards.',
  dns: 'The name has no address, or its servers did not answer.',
  connection: 'Nothing listens there, the connection broke off, or the answer was no HTTP.',
  unsafe_address: 'One of the addresses of the name is private: all of them must be public.',
  interrupted: 'The service itself was stopped during the attempt: nothing is to be done, and no attempt is spent.',
  unsigned: 'Nothing was sent, because the service has lost the secret: make a new one.',
};

interface Attempt {
  /** Null without an answer. */
  readonly status: number | null;
  /** Null for an acknowledged attempt. */
  readonly error: string | null;
  /** What is wrong with the handshake or the certificate. */
  readonly reason: { readonly code: string; readonly text: string } | null;
}

export function causeOf({ status, error, reason }: Attempt): string {
  if (error === null) return `● acknowledged with ${status}`;
  if (error === 'http_status') return `▲ The receiver answered ${status}, not 2xx: the body says more.`;
  if (reason !== null) return `▲ ${reason.text} (${reason.code})`;
  return `▲ ${CAUSES[error] ?? error}`;
}
