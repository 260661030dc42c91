import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { type PostgresServer, startPostgres, unprivilegedUser } from '../../support/startPostgres.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';

describeWith(['postgres', 'openssl'], 'a PostgreSQL with TLS', () => {
  let authority: TestAuthority;
  let server: PostgresServer;
  let folder: string;
  beforeAll(async () => {
    authority = await createAuthority();
    folder = await mkdtemp(join(tmpdir(), 'catalog-postgres-tls-'));
    const { key, cert } = await authority.issue(['localhost']);
    const files = { ssl_key_file: join(folder, 'key.pem'), ssl_cert_file: join(folder, 'cert.pem') };
    await writeFile(files.ssl_key_file, key, { mode: 0o600 });
    await writeFile(files.ssl_cert_file, cert);
    await chmod(folder, 0o755);
    const user = unprivilegedUser();
    if (user !== undefined) await chown(files.ssl_key_file, user.uid, user.gid);
    server = await startPostgres({ ssl: 'on', ...files });
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    await authority?.remove();
    await rm(folder, { recursive: true, force: true });
  }, 30_000);

  const urlWith = (parameters: string, host = 'localhost') =>
    `${server.url.replace('@127.0.0.1', `@${host}`)}?${parameters}`;
  const usesTls = async (url: string) => {
    const database = await openDatabase({ url, dataDir: '' });
    try {
      const [row] = await database.client.$queryRaw<{ ssl: string }[]>`
        SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
      return row?.ssl;
    } finally {
      await database.close();
    }
  };

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])('sslmode=%s checks certificate and name', async (mode) => {
    expect(await usesTls(urlWith(`sslmode=${mode}&sslrootcert=${authority.file}`))).toBe('true');
    await expect(openDatabase({ url: urlWith(`sslmode=${mode}`), dataDir: '' })).rejects.toMatchObject({
      code: 'database_refused',
      message: expect.stringMatching(
        /^DATABASE_URL: the certificate of PostgreSQL at localhost:\d+\/postgres cannot be verified: .*sslrootcert=FILE/,
      ),
    });
    const wrongName = openDatabase({
      url: urlWith(`sslmode=${mode}&sslrootcert=${authority.file}`, '127.0.0.1'),
      dataDir: '',
    });
    await expect(wrongName).rejects.toMatchObject({
      code: 'database_refused',
      message: expect.stringContaining("IP: 127.0.0.1 is not in the cert's list"),
    });
  });

  it('sslmode=no-verify checks nothing, disable uses no TLS, others are refused', async () => {
    expect(await usesTls(urlWith('sslmode=no-verify'))).toBe('true');
    expect(await usesTls(urlWith('sslmode=disable'))).toBe('false');
    expect(await usesTls(server.url)).toBe('false');
    await expect(openDatabase({ url: urlWith('sslmode=full'), dataDir: '' })).rejects.toMatchObject({
      code: 'invalid_database_url',
      message: expect.stringMatching(/sslmode "full".*verify-full/),
    });
  });

  it('files without certificate or key are refused as such, not waited for', async () => {
    const wrong = join(folder, 'wrong.pem');
    await writeFile(wrong, 'no certificate');
    const { key } = await authority.issue(['other']);
    const { cert } = await authority.issue(['client']);
    await writeFile(join(folder, 'other.key'), key);
    await writeFile(join(folder, 'client.pem'), cert);
    const files = { cert: join(folder, 'client.pem'), key: join(folder, 'other.key') };
    for (const [parameters, fault] of [
      [`sslrootcert=${wrong}`, `sslrootcert ${wrong} holds no certificate`],
      [`sslrootcert=${folder}`, `sslrootcert ${folder} cannot be read: `],
      [`sslrootcert=${authority.file}&sslcert=${wrong}`, 'sslcert and sslkey cannot be used: '],
      [
        `sslrootcert=${authority.file}&sslcert=${files.cert}&sslkey=${files.key}`,
        'sslcert and sslkey cannot be used: ',
      ],
    ] as const) {
      await expect(openDatabase({ url: urlWith(parameters), dataDir: '' })).rejects.toMatchObject({
        code: 'invalid_database_url',
        message: expect.stringContaining(`DATABASE_URL: ${fault}`),
      });
    }
  });

  it('a mode of which pg would warn prints nothing on standard error', async () => {
    const environment = { DATABASE_URL: urlWith(`sslmode=require&sslrootcert=${authority.file}`) };
    const { status, stderr } = await runCatalog(['migrate'], { environment });
    expect([status, stderr]).toEqual([0, '']);
  }, 30_000);

  it('sslrootcert=system takes the authorities that Node trusts', async () => {
    const DATABASE_URL = urlWith('sslmode=verify-full&sslrootcert=system');
    const environment = { DATABASE_URL, NODE_EXTRA_CA_CERTS: authority.file };
    expect(await runCatalog(['migrate'], { environment })).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr } = await runCatalog(['migrate'], { environment: { DATABASE_URL } });
    expect([status, stderr]).toEqual([1, expect.stringContaining('sslrootcert=FILE')]);
  }, 30_000);
});
