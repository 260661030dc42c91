import type { Request } from 'express';
import { ProblemError } from '../problem/problemError.ts';
import { HOST } from './assertOneHost.ts';

/**
 * What is below /oidc names itself as its request names the service, by Host or by what a trusted proxy says that Host was.
 * @throws ProblemError invalid_request, where that makes no URL
 */
export function assertNamesService({ host = '', protocol }: Pick<Request, 'host' | 'protocol'>): void {
  const isName = HOST.test(host) && URL.canParse(`http://${host}`);
  if (!isName || !['http', 'https'].includes(protocol)) {
    throw new ProblemError(
      'invalid_request',
      'The request does not say where it was sent: Host (X-Forwarded-Host and X-Forwarded-Proto of a proxy) must be "name" or "name:port".',
    );
  }
}
