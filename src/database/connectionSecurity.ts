import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { errorMessage } from '../errors.ts';
import { DatabaseError, type DatabaseVariable } from './databaseError.ts';

/** All of these verify certificate and name: `require` of libpq would accept any certificate. */
const VERIFYING: readonly string[] = ['prefer', 'require', 'verify-ca', 'verify-full'];
export const SECURITY_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * Takes the TLS parameters out of a URL, and reads the files that they name. pg would warn of modes that it is going to
 * weaken. `uselibpqcompat=true` leaves them to pg, with libpq's meaning.
 * @returns undefined where the URL says nothing of TLS
 * @throws DatabaseError `invalid_database_url`
 */
export function takeSecurity(
  { searchParams }: URL,
  variable: DatabaseVariable,
): ConnectionOptions | boolean | undefined {
  if (searchParams.get('uselibpqcompat') === 'true') return undefined;
  const [mode, authority, certificate, key] = SECURITY_PARAMETERS.map((name) => {
    const value = searchParams.get(name);
    searchParams.delete(name);
    return value;
  });
  if (mode === 'disable') return false;
  if (mode != null && mode !== 'no-verify' && !VERIFYING.includes(mode)) {
    const known = ['disable', 'no-verify', ...VERIFYING].join(', ');
    throw new DatabaseError('invalid_database_url', `${variable}: sslmode "${mode}" is none of ${known}`);
  }
  if (mode == null && authority == null && certificate == null && key == null) return undefined;
  return {
    rejectUnauthorized: mode !== 'no-verify',
    // `system`: the authorities that Node trusts.
    ...(authority != null && authority !== 'system' && { ca: fileOf(authority, variable) }),
    ...(certificate != null && { cert: fileOf(certificate, variable) }),
    ...(key != null && { key: fileOf(key, variable) }),
  };
}

function fileOf(path: string, variable: DatabaseVariable): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new DatabaseError('invalid_database_url', `${variable} cannot be used: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
