import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
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
  const read = (name: (typeof SECURITY_PARAMETERS)[number], path: string) =>
    orRefuse(variable, `${name} ${path} cannot be read`, () => readFileSync(path, 'utf8'));
  const own = {
    ...(certificate != null && { cert: read('sslcert', certificate) }),
    ...(key != null && { key: read('sslkey', key) }),
  };
  // Else each connection would fail, which a start takes for a server that is away.
  orRefuse(variable, 'sslcert and sslkey cannot be used', () => createSecureContext(own));
  // `system`: the authorities that Node trusts.
  const ca = authority == null || authority === 'system' ? undefined : read('sslrootcert', authority);
  // Node takes a file without a certificate for an authority of nobody.
  if (ca !== undefined) {
    orRefuse(variable, `sslrootcert ${authority} holds no certificate`, () => new X509Certificate(ca));
  }
  return { rejectUnauthorized: mode !== 'no-verify', ...(ca !== undefined && { ca }), ...own };
}

/** @throws DatabaseError `invalid_database_url` */
function orRefuse<T>(variable: DatabaseVariable, fault: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new DatabaseError('invalid_database_url', `${variable}: ${fault}: ${errorMessage(error)}`, { cause: error });
  }
}
