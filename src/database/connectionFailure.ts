import { errorCode, errorMessage } from '../errors.ts';
import { DatabaseError, type DatabaseVariable } from './databaseError.ts';

/** Why no connection was made, for the operator. */
export function connectionFailure(cause: unknown, variable: DatabaseVariable, place: string): DatabaseError {
  const message = errorMessage(cause);
  if (message.startsWith('SASL') && message.includes('client password')) {
    const missing = `${variable}: PostgreSQL at ${place} asks for a password, and there is none in it`;
    return new DatabaseError('database_refused', missing, { cause });
  }
  if (UNVERIFIED.includes(errorCode(cause))) {
    const unverified = `${variable}: the certificate of PostgreSQL at ${place} cannot be verified: ${message}: name its authority in the URL, sslrootcert=FILE`;
    return new DatabaseError('database_refused', unverified, { cause });
  }
  if (errorCode(cause).startsWith('ERR_TLS') || errorCode(cause).startsWith('CERT_') || message.includes(WITHOUT_TLS)) {
    return new DatabaseError('database_refused', `${variable}: PostgreSQL at ${place}: ${message}`, { cause });
  }
  // Only a server reports a severity: it was reached and refused.
  const refused = typeof cause === 'object' && cause !== null && 'severity' in cause;
  return refused
    ? new DatabaseError('database_refused', `${variable}: PostgreSQL at ${place} refuses: ${message}`, { cause })
    : new DatabaseError('database_unreachable', `${variable}: no PostgreSQL at ${place}: ${message}`, { cause });
}

/** OpenSSL's codes of certificates whose authority is not known. */
const UNVERIFIED: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** pg's message, which has no code. */
const WITHOUT_TLS = 'does not support SSL';
