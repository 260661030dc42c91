import type { AttemptError } from '../../graph/model/vocabulary.ts';

/** The receiver's URL or one of its addresses breaks the rules (docs/contract.md#receiver-addresses). */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError';
}

/** The receiver's name could not be resolved. */
export class NameError extends Error {
  override readonly name = 'NameError';
}

/** The attempt outlived its total deadline. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

const TIMEOUTS = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/**
 * OpenSSL's and Node's codes of a handshake or certificate that failed (Node's documentation
 * of tls, "X509 certificate error codes").
 */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERROR_IN_C|EPROTO)/;

/** Classifies an error of the client. */
export function classifyError(error: unknown): AttemptError {
  if (error instanceof UnsafeAddressError) return 'unsafe_address';
  if (error instanceof NameError) return 'dns';
  if (error instanceof DeadlineError) return 'timeout';
  if (findTlsCode(error) !== undefined) return 'tls';
  const codes = listCodes(error);
  if (codes.some((code) => TIMEOUTS.includes(code))) return 'timeout';
  return 'connection';
}

/** The code of a handshake or certificate that failed. */
export function findTlsCode(error: unknown): string | undefined {
  return listCodes(error).find((code) => TLS.test(code));
}

/** Its own code, and those of the addresses tried in turn. */
function listCodes(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code } = error as { code?: unknown };
  const own = typeof code === 'string' ? [code] : [];
  return error instanceof AggregateError ? [...own, ...error.errors.flatMap(listCodes)] : own;
}
