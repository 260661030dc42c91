import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { askPostgres } from '../support/askPostgres.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';

describeWith(['postgres'], 'the commands that ask a running service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service?.end());

  const run = (command: readonly string[], input = '') =>
    runInProcess(command, { environment: service.environment, input });
  const catalog = async (...command: string[]) => {
    const { status, stdout } = await run([...command, '--json']);
    return { status, json: JSON.parse(stdout) as Record<string, unknown> };
  };
  /** With the members of its answer. */
  const json = async <Answer = object>(...command: string[]) => {
    const { status, json } = await catalog(...command);
    return { ...json, status } as Answer & { readonly status: number };
  };
  interface Made {
    readonly id: string;
  }
  interface Issued {
    readonly token: string;
  }
  /** The status of a read with a credential. */
  const read = async (credential: string) => {
    const headers = { authorization: `Bearer ${credential}` };
    return (await fetch(`${service.publicUrl}/v1/anime`, { headers })).status;
  };

  // First: it counts what was done.
  test('audit tells who did what, newest first, of one, to one, and since a time', async () => {
    const kinds = async (...options: string[]) => {
      const { items } = await json<{ readonly items: readonly { readonly kind: string }[] }>('audit', ...options);
      return items.map(({ kind }) => kind);
    };
    for (const name of ['amy', 'bea']) await run(['users', 'create', name], 'correct horse battery\n');
    const since = new Date().toISOString();
    await run(['users', 'disable', 'amy']);
    expect(await kinds()).toEqual(['disableUser', 'createUser', 'createUser']);
    expect(await kinds('--limit', '1')).toEqual(['disableUser']);
    expect(await kinds('--object', 'amy')).toEqual(['disableUser', 'createUser']);
    expect(await kinds('--since', since)).toEqual(['disableUser']);
    const { items } = await json<{ readonly items: readonly { readonly actor: string }[] }>('audit');
    const { actor = '' } = items[0] ?? {};
    expect(await kinds('--actor', actor)).toHaveLength(3);
    expect(await kinds('--actor', actor.replace(/^tool:/, ''))).toHaveLength(3);
    expect(await kinds('--actor', 'nobody')).toEqual([]);
    const { stdout } = await run(['audit', '--object', 'amy']);
    expect(stdout).toMatch(/^TIME +WHAT +WHO +OBJECT +FROM\n\S+Z +disableUser +tool\S* +amy +127\.0\.0\.1\n/);
  });

  test('an application gets keys, which are listed without their secret and end', async () => {
    const { id } = await json<Made>('apps', 'create', '--name', 'Mirror', '--owner', 'ann', '--external');
    expect(await json('apps', 'list')).toMatchObject({ status: 0, items: [{ id, name: 'Mirror', owner: 'ann' }] });
    expect(await json('apps', 'list', '--owner', 'bob')).toMatchObject({ items: [] });
    const create = ['keys', 'create', '--app', id, '--scope', 'anime.read', 'search.read', '--name', 'CI'];
    const { id: keyId, key } = await json<Made & { readonly key: string }>(...create);
    expect(await json('apps', 'quota', id)).toMatchObject({ status: 0, quota: { windowSeconds: 60 } });
    const short = id.slice(-8);
    expect(await json('apps', 'quota', short)).toMatchObject({ status: 0, id });
    expect(await json('keys', 'list', '--app', short.toUpperCase())).toMatchObject({ status: 0 });
    expect(await json('apps', 'quota', '000000')).toMatchObject({
      status: 1,
      error: { code: 'not_found', message: 'there is no application whose id ends with 000000' },
    });
    expect(key).toMatch(new RegExp(`^cac_${keyId}_[0-9A-Za-z]+$`));
    const listed = await run(['keys', 'list', '--app', id, '--json']);
    expect(listed.stdout).not.toContain(key.split('_')[2]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      items: [{ id: keyId, name: 'CI', revokedAt: null, lastUsedAt: null }],
    });
    expect(await json('keys', 'revoke', keyId)).toMatchObject({ status: 0, id: keyId, revokedAt: expect.any(String) });
    expect((await run(['keys', 'list', '--app', id])).stdout).toMatch(/revoked 20/);
  });

  test('a person is created, shut out and let in; scripts get tokens', async () => {
    const withPassword = (...command: string[]) => run([...command, '--json'], 'correct horse battery\n');
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
    const invite = await runInProcess(['users', 'invite', 'eve', '--json'], { environment });
    const invited = JSON.parse(invite.stdout) as { url: string };
    expect(invited).toMatchObject({ name: 'eve', expiresAt: expect.any(String) });
    expect(await (await fetch(invited.url)).text()).toContain('<bdi>eve</bdi>');
    expect(await json('users', 'list')).toMatchObject({
      items: [{ name: 'amy' }, { name: 'ann', disabledAt: null }, { name: 'bea' }],
    });
    const issue = ['tokens', 'issue', '--user', 'ann', '--scope', 'anime.read'];
    expect(await read((await json<Issued>(...issue, '--ttl', '60')).token)).toBe(200);
    expect(await json('users', 'disable', 'ann')).toMatchObject({ status: 0, disabledAt: expect.any(String) });
    expect(await json(...issue)).toMatchObject({ status: 1 });
    expect(await json('users', 'enable', 'ann')).toMatchObject({ status: 0, disabledAt: null });
    const { id } = await json<Made>('apps', 'create', '--name', 'A', '--owner', 'ann');
    expect(await json('users', 'remove', 'ann')).toMatchObject({
      ...{ status: 1, error: { code: 'conflict', message: expect.stringContaining(`A (${id})`) } },
    });
    expect(await json('users', 'remove', 'ann', '--with-applications')).toMatchObject({ status: 0, name: 'ann' });
    expect(await json('users', 'remove', 'ann')).toMatchObject({ status: 1, error: { code: 'not_found' } });
    expect((await withPassword('users', 'create', 'ann')).status).toBe(0);
    expect(await json('tokens', 'rotate-key')).toMatchObject({ status: 0, keyId: expect.any(String) });
    expect(await json('tokens', 'issue', '--user', 'ann', '--scope', 'admin')).toMatchObject({ status: 1 });
    const short = await run(['users', 'create', 'bob', '--json'], 'short\n');
    expect(JSON.parse(short.stdout)).toMatchObject({ error: { code: 'invalid_parameter' } });
    expect(short.stdout + short.stderr).not.toContain('short\n');
  });

  test('an application is changed, suspended and ended; what leaked is taken back', async () => {
    const { id } = await json<Made>('apps', 'create', '--name', 'C', '--owner', 'cat', '--external');
    const { key } = await json<{ readonly key: string }>('keys', 'create', '--app', id, '--scope', 'anime.read');
    expect(await json('apps', 'rename', id, '--name', 'D')).toMatchObject({ status: 0, id, name: 'D' });
    expect(await json('apps', 'transfer', id, '--owner', 'dog')).toMatchObject({ status: 1 });
    expect(await json('apps', 'transfer', id, '--owner', 'dog', '--external')).toMatchObject({ owner: 'dog' });
    expect(await json('apps', 'disable', id)).toMatchObject({ disabledAt: expect.any(String) });
    expect((await run(['keys', 'list', '--app', id])).stdout).toContain('suspended: The application is disabled.');
    expect((await run(['apps', 'list', '--owner', 'dog'])).stdout).toMatch(/dog +suspended +D/);
    expect(await json('apps', 'enable', id)).toMatchObject({ disabledAt: null });
    expect(await read(key)).toBe(200);
    expect(await json('apps', 'delete', id)).toMatchObject({ status: 0, id });
    expect(await json('apps', 'list', '--owner', 'dog')).toMatchObject({ items: [] });

    const issue = () => json<Issued>('tokens', 'issue', '--user', 'dog', '--scope', 'anime.read');
    const [{ token }, another] = [await issue(), await issue()];
    expect(await json('tokens', 'revoke', '--jti', 'x')).toMatchObject({ status: 1, error: { code: 'not_found' } });
    const jti = String(decodeJwt(another.token).jti);
    expect(await json('tokens', 'revoke', '--jti', jti)).toMatchObject({ status: 0, jti });
    expect(await json('tokens', 'revoke', '--user', 'dog')).toMatchObject({ status: 0, notBefore: expect.any(String) });
    expect(await read(token)).toBe(401);
    expect(await json('tokens', 'rotate-key', '--now')).toMatchObject({ status: 0, keyId: expect.any(String) });
  });

  async function importRecord(record: object, ...flags: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await run(['import', '-', '--json', ...flags], JSON.stringify(record));
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async function propose(record: object, ...flags: string[]): Promise<string> {
    const { proposals } = (await importRecord(record, ...flags)) as { proposals: { proposalId: string }[] };
    return proposals[0]?.proposalId ?? '';
  }

  const record = (source: string, sourceId: string, title: string) => ({
    type: 'anime',
    source,
    sourceId,
    titles: [{ title }],
  });

  test('catalog doctor examines the running service', async () => {
    const { status, json } = await catalog('doctor');
    expect(status).toBe(0);
    expect(json.items).toContainEqual(expect.objectContaining({ name: 'migrations', status: 'ok', remedy: null }));
  });

  test('what was stored before it was refused is shown, not obeyed', async () => {
    const id = await propose(record('sample', 'stored-of-old', 'Plain'), '--review');
    const title = 'line one\nFAKE  approved\u009b31m\u007f\u202ekcab';
    const setTitle = `UPDATE proposal SET record = jsonb_set(record, '{titles,0,title}', $1::jsonb)`;
    await askPostgres(service.databaseUrl, setTitle, [JSON.stringify(title)]);
    const list = await run(['review', 'list']);
    expect(list.stdout.trimEnd().split('\n')).toHaveLength(2);
    const show = await run(['review', 'show', id]);
    // A pipe has no columns.
    expect(list.stdout).toContain(String.raw`line one\nFAKE  approved\u009b31m\u007f\u202ekcab`);
    expect(show.stdout).toContain(String.raw`line one\nFAKE  approved\u009b31m\u007f\u202ekcab`);
    for (const { stdout } of [list, show]) {
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const json = await run(['review', 'list', '--json']);
    expect(json.stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(json.stdout).items[0].title).toBe(title);
    expect(await catalog('review', 'reject', id)).toMatchObject({ json: { proposal: { id, status: 'rejected' } } });
    const rejected = (await catalog('review', 'list', '--status', 'rejected')).json.items as { id: string }[];
    expect(rejected.map((item) => item.id)).toEqual([id]);
    const reopened = (await catalog('review', 'reopen', id)).json.proposal as { id: string; status: string };
    expect(reopened).toMatchObject({ id: expect.not.stringMatching(id), status: 'pending' });
    await catalog('review', 'reject', reopened.id);
  });

  test('sources are approved, listed in the order in which they are believed, and revoked', async () => {
    for (const [command, approved] of [
      ['approve', true],
      ['revoke', false],
    ] as const) {
      expect(await catalog('sources', command, 'fans')).toMatchObject({ status: 0, json: { name: 'fans', approved } });
      const { items } = (await catalog('sources', 'list')).json as { items: { name: string; approved: boolean }[] };
      expect(items.map(({ name }) => name)).toEqual([
        'mal',
        'anilist',
        'anidb',
        'bangumi-data',
        'anime-offline-database',
        'sample',
        'fans',
      ]);
      expect(items.at(-1)).toMatchObject({ approved });
    }
  });

  test('a proposal is listed, shown, approved once, and published', async () => {
    const id = await propose(record('mal', '11', 'Approved by Ren'), '--review');
    const listed = (await catalog('review', 'list')).json.items as Record<string, unknown>[];
    expect(listed).toContainEqual(
      expect.objectContaining({
        id,
        type: 'anime',
        reason: 'review_requested',
        status: 'pending',
        title: 'Approved by Ren',
      }),
    );
    const shown = await catalog('review', 'show', id);
    expect(shown.json).toMatchObject({ id, source: 'mal', sourceId: '11', difference: expect.any(Array) });
    expect(JSON.stringify(shown.json.difference)).toContain('Approved by Ren');

    const approved = await catalog('review', 'approve', id, '--reviewer', '蓮', '--reason', 'it is right');
    expect(approved).toMatchObject({
      status: 0,
      json: { proposal: { id, status: 'approved', reviewer: '蓮' }, anime: { title: 'Approved by Ren' }, events: 1 },
    });
    const { anime } = approved.json as { anime: { id: string } };
    expect((await fetch(`${service.publicUrl}/v1/anime/${anime.id}`)).status).toBe(200);
    const again = await catalog('review', 'approve', id);
    expect(again).toMatchObject({ status: 1, json: { error: { code: 'conflict' } } });
    expect((await catalog('review', 'show', id)).json).toMatchObject({ status: 'approved', decision: 'it is right' });
  });

  test('a proposal is named by the end of its id, and approved as it was shown or not at all', async () => {
    await importRecord({ ...record('mal', '13', 'Seen'), year: 2013 });
    const id = await propose({ ...record('mal', '13', 'Seen'), year: 2014 }, '--review');
    const end = id.slice(-8);
    const { stdout } = await run(['review', 'list']);
    expect(stdout).toMatch(new RegExp(`^Seen +review requested +mal 13 +${end}$`, 'm'));
    const tokenOf = ({ json }: { json: Record<string, unknown> }) =>
      (json.approvals as { seen: string; difference: object[] }[])[0]?.seen ?? '';
    const shown = tokenOf(await catalog('review', 'show', end));
    const text = await run(['review', 'show', end]);
    expect(text.stdout).toContain(`approving changes (seen ${shown})\n  − year: 2013\n  + year: 2014`);
    await importRecord({ type: 'anime', source: 'mal', sourceId: '13', episodes: 12 });
    for (const options of [['--seen', shown], []]) {
      expect(await catalog('review', 'approve', end, ...options)).toMatchObject({
        ...{ status: 1, json: { error: { code: 'conflict' } } },
      });
    }
    const seen = tokenOf(await catalog('review', 'show', end));
    expect(await catalog('review', 'approve', end, '--seen', seen)).toMatchObject({ status: 0 });
    expect(await catalog('review', 'show', 'abcdef')).toMatchObject({
      status: 1,
      json: { error: { code: 'not_found' } },
    });
  });

  test('a merge is rehearsed and undone', async () => {
    const ids = [];
    for (const sourceId of ['14', '15']) {
      const proposal = await propose(record('mal', sourceId, `Merged ${sourceId}`), '--review');
      ids.push(((await catalog('review', 'approve', proposal)).json as { anime: { id: string } }).anime.id);
    }
    const [loser = '', survivor = ''] = ids;
    const merge = ['review', 'merge', loser, '--into', survivor];
    const rehearsed = await catalog(...merge, '--dry-run');
    expect(rehearsed).toMatchObject({ status: 0, json: { anime: { id: survivor }, difference: expect.any(Array) } });
    const status = async () => (await fetch(`${service.publicUrl}/v1/anime/${loser}`, { redirect: 'manual' })).status;
    expect(await status()).toBe(200);
    expect(await catalog(...merge, '--seen', 'another')).toMatchObject({ json: { error: { code: 'conflict' } } });
    expect(await catalog(...merge, '--seen', rehearsed.json.seen as string)).toMatchObject({ status: 0 });
    expect(await status()).toBe(301);
    expect(await catalog('review', 'unmerge', loser)).toMatchObject({
      ...{ status: 0, json: { anime: { id: loser }, survivor: { id: survivor } } },
    });
    expect(await status()).toBe(200);
  });

  test('a title that a reviewer adds is pinned until it is removed', async () => {
    const id = await propose(record('mal', '31', 'Boku no Hero Academia'), '--review');
    const { anime } = (await catalog('review', 'approve', id)).json as { anime: { id: string } };
    expect(
      await catalog('review', 'add-title', anime.id, 'ヒロアカ', '--kind', 'short', '--language', 'ja'),
    ).toMatchObject({
      ...{ status: 0, json: { anime: { id: anime.id, title: 'Boku no Hero Academia' }, events: 1 } },
    });
    expect((await catalog('review', 'pins', anime.id)).json.items).toMatchObject([
      { field: 'titles', value: [{ title: 'ヒロアカ', language: 'ja', kind: 'short' }], animeId: anime.id },
    ]);
    expect(await catalog('review', 'remove-title', anime.id, 'ヒロアカ')).toMatchObject({ json: { events: 1 } });
  });
});
