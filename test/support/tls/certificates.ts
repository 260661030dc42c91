import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** In PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** An authority of a test's own. */
export interface TestAuthority {
  readonly cert: string;
  /** A file that holds `cert`, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  /** The certificate of these DNS names, made once; `days` below 0: one that has expired. */
  issue(names: readonly string[], days?: number): Promise<Certificate>;
  remove(): Promise<void>;
}

export async function createAuthority(): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-tls-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...options: string[]) => run('openssl', options, { cwd: folder });
  await openssl(
    ...['req', '-x509', ...EC_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=A test'],
    '-days',
    '9',
  );
  let issued = 0;
  const issue = async (names: readonly string[], days: number): Promise<Certificate> => {
    issued += 1;
    const [key, request, cert] = [`${issued}.key`, `${issued}.csr`, `${issued}.pem`];
    const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
    const subject = ['-subj', '/CN=receiver', '-addext', alternatives];
    await openssl('req', ...EC_KEY, '-keyout', key, '-out', request, ...subject);
    await openssl(
      ...['x509', '-req', '-in', request, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-copy_extensions', 'copyall'],
      ...['-days', String(days), '-out', cert],
    );
    return { key: await readFile(at(key), 'utf8'), cert: await readFile(at(cert), 'utf8') };
  };
  const known = new Map<string, Promise<Certificate>>();
  return {
    cert: await readFile(at('ca.pem'), 'utf8'),
    file: at('ca.pem'),
    issue: (names, days = 9) => {
      const key = `${names} ${days}`;
      const certificate = known.get(key) ?? issue(names, days);
      known.set(key, certificate);
      return certificate;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
