import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

/** Every step starts the command anew. */
jest.setTimeout(180_000);

describeWith(['postgres'], 'applications and keys on the command line', () => {
  let database: TestDatabase;
  let service: CatalogService;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startCatalog({ DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const run = (...command: string[]) => runCatalog(command, { environment: service.environment });
  const json = async (...command: string[]) => {
    const { status, stdout } = await run(...command, '--json');
    return { status, ...(JSON.parse(stdout) as Record<string, unknown>) };
  };

  test('an application gets keys, which are listed without their secret and end', async () => {
    const { id } = (await json('apps', 'create', '--name', 'Mirror', '--owner', 'ann', '--external')) as unknown as {
      id: string;
    };
    expect(await json('apps', 'list')).toMatchObject({ status: 0, items: [{ id, name: 'Mirror', owner: 'ann' }] });
    expect(await json('apps', 'list', '--owner', 'bob')).toMatchObject({ items: [] });
    const made = await json('keys', 'create', '--app', id, '--scope', 'anime.read', 'search.read', '--name', 'CI');
    expect(await json('apps', 'quota', id)).toMatchObject({ status: 0, quota: { windowSeconds: 60 } });
    const short = id.slice(-8);
    expect(await json('apps', 'quota', short)).toMatchObject({ status: 0, id });
    expect(await json('keys', 'list', '--app', short.toUpperCase())).toMatchObject({ status: 0 });
    expect(await json('apps', 'quota', '000000')).toMatchObject({
      status: 1,
      error: { code: 'not_found', message: 'there is no application whose id ends with 000000' },
    });
    const { id: keyId, key } = made as unknown as { id: string; key: string };
    expect(key).toMatch(new RegExp(`^cac_${keyId}_[0-9A-Za-z]+$`));
    const listed = await run('keys', 'list', '--app', id, '--json');
    expect(listed.stdout).not.toContain(key.split('_')[2]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      items: [{ id: keyId, name: 'CI', revokedAt: null, lastUsedAt: null }],
    });
    expect(await json('keys', 'revoke', keyId)).toMatchObject({ status: 0, id: keyId, revokedAt: expect.any(String) });
    expect((await run('keys', 'list', '--app', id)).stdout).toMatch(/revoked 20/);
  });

  test('a person is created, shut out and let in; scripts get tokens', async () => {
    const withPassword = (...command: string[]) =>
      runCatalog([...command, '--json'], { environment: service.environment, input: 'correct horse battery\n' });
    expect((await withPassword('users', 'create', 'ann')).status).toBe(0);
    expect((await withPassword('users', 'create', 'ann')).status).toBe(1);
    expect((await withPassword('users', 'password', 'ann')).status).toBe(0);
    // Told before anybody types a password, which nobody has sent here.
    for (const [command, name, code] of [
      ['create', 'ann', 'conflict'],
      ['create', 'A b', 'invalid_parameter'],
      ['password', 'nobody', 'not_found'],
      ['password', 'A b', 'invalid_parameter'],
    ] as const) {
      expect(await json('users', command, name)).toMatchObject({ status: 1, error: { code } });
    }
    expect(await json('users', 'invite', 'ann')).toMatchObject({ status: 1, error: { code: 'conflict' } });
    // Where the service was started on ports of its own, and this shell knows one of them.
    const { HOST: _host, PORT: _port, ...environment } = service.environment;
    const invite = await runCatalog(['users', 'invite', 'eve', '--json'], { environment });
    const invited = JSON.parse(invite.stdout) as { url: string };
    expect(invited).toMatchObject({ name: 'eve', expiresAt: expect.any(String) });
    expect(await (await fetch(invited.url)).text()).toContain('<bdi>eve</bdi>');
    expect(await json('users', 'list')).toMatchObject({ items: [{ name: 'ann', disabledAt: null }] });
    const { token } = (await json(
      'tokens',
      'issue',
      '--user',
      'ann',
      '--scope',
      'anime.read',
      '--ttl',
      '60',
    )) as unknown as {
      token: string;
    };
    const anime = () => fetch(`${service.publicUrl}/v1/anime`, { headers: { authorization: `Bearer ${token}` } });
    expect((await anime()).status).toBe(200);
    expect(await json('users', 'disable', 'ann')).toMatchObject({ status: 0, disabledAt: expect.any(String) });
    expect(await json('tokens', 'issue', '--user', 'ann', '--scope', 'anime.read')).toMatchObject({ status: 1 });
    expect(await json('users', 'enable', 'ann')).toMatchObject({ status: 0, disabledAt: null });
    const { id } = (await json('apps', 'create', '--name', 'A', '--owner', 'ann')) as unknown as { id: string };
    expect(await json('users', 'remove', 'ann')).toMatchObject({
      ...{ status: 1, error: { code: 'conflict', message: expect.stringContaining(`A (${id})`) } },
    });
    expect(await json('users', 'remove', 'ann', '--with-applications')).toMatchObject({ status: 0, name: 'ann' });
    expect(await json('users', 'remove', 'ann')).toMatchObject({ status: 1, error: { code: 'not_found' } });
    expect((await withPassword('users', 'create', 'ann')).status).toBe(0);
    expect(await json('tokens', 'rotate-key')).toMatchObject({ status: 0, keyId: expect.any(String) });
    expect(await json('tokens', 'issue', '--user', 'ann', '--scope', 'admin')).toMatchObject({ status: 1 });
    const short = await runCatalog(['users', 'create', 'bob', '--json'], {
      environment: service.environment,
      input: 'short\n',
    });
    expect(JSON.parse(short.stdout)).toMatchObject({ error: { code: 'invalid_parameter' } });
    expect(short.stdout + short.stderr).not.toContain('short\n');
  });

  test('an application is changed, rests and ends; what leaked is taken back', async () => {
    const { id } = (await json('apps', 'create', '--name', 'C', '--owner', 'cat', '--external')) as unknown as {
      id: string;
    };
    const { key } = (await json('keys', 'create', '--app', id, '--scope', 'anime.read')) as unknown as { key: string };
    expect(await json('apps', 'rename', id, '--name', 'D')).toMatchObject({ status: 0, id, name: 'D' });
    expect(await json('apps', 'transfer', id, '--owner', 'dog')).toMatchObject({ status: 1 });
    expect(await json('apps', 'transfer', id, '--owner', 'dog', '--external')).toMatchObject({ owner: 'dog' });
    expect(await json('apps', 'disable', id)).toMatchObject({ disabledAt: expect.any(String) });
    expect((await run('keys', 'list', '--app', id)).stdout).toContain('rests: The application is disabled.');
    expect((await run('apps', 'list', '--owner', 'dog')).stdout).toMatch(/dog +rests +D/);
    expect(await json('apps', 'enable', id)).toMatchObject({ disabledAt: null });
    const anime = (credential: string) =>
      fetch(`${service.publicUrl}/v1/anime`, { headers: { authorization: `Bearer ${credential}` } });
    expect((await anime(key)).status).toBe(200);
    expect(await json('apps', 'delete', id)).toMatchObject({ status: 0, id });
    expect(await json('apps', 'list', '--owner', 'dog')).toMatchObject({ items: [] });

    const issued = await json('tokens', 'issue', '--user', 'dog', '--scope', 'anime.read');
    const { token } = issued as unknown as { token: string };
    expect(await json('tokens', 'revoke', '--jti', 'x')).toMatchObject({ status: 1, error: { code: 'not_found' } });
    const another = (await json('tokens', 'issue', '--user', 'dog', '--scope', 'anime.read')) as unknown as {
      token: string;
    };
    const jti = String(decodeJwt(another.token).jti);
    expect(await json('tokens', 'revoke', '--jti', jti)).toMatchObject({ status: 0, jti });
    expect(await json('tokens', 'revoke', '--user', 'dog')).toMatchObject({ status: 0, notBefore: expect.any(String) });
    expect((await anime(token)).status).toBe(401);
    expect(await json('tokens', 'rotate-key', '--now')).toMatchObject({ status: 0, keyId: expect.any(String) });
  });
});
