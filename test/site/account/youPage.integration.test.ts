import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestService } from '../../support/openTestService.ts';
import { PASSWORD, PASSWORD_HASH } from '../../support/password.ts';
import { until } from '../../support/until.ts';
import { formsOf, Person } from './person.ts';

const NEW = 'another horse, not a battery';

describeWith(['postgres'], 'a person’s own password, sessions and invitation', () => {
  const service = ofSuite(openTestService);
  let origin: string;
  beforeAll(() => {
    origin = service.publicUrl ?? '';
  });

  const mutate = async (mutation: string) => {
    const answer = await service.ask({ query: `mutation { ${mutation} }` });
    return (await answer.json()) as {
      readonly data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
      readonly errors?: readonly { readonly message: string }[];
    };
  };
  const user = async (name: string) => {
    await service.ports.database.client.user.create({ data: { name, passwordHash: PASSWORD_HASH } });
    const person = new Person(origin);
    await person.signIn(name);
    return person;
  };
  const invite = async (name: string) => {
    const answer = await mutate(`inviteUser(input: { name: "${name}" }) { name path origin expiresAt }`);
    const { path = '' } = answer.data?.inviteUser ?? {};
    return { path, secret: new URL(path, origin).searchParams.get('invitation') ?? '', answer };
  };
  /** Sends the form of an invitation as its page would. */
  const accept = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${origin}/account/invitation`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams({ password: NEW, again: NEW, ...fields }),
    });

  test('the old password is asked for; the new one obeys the rules of the command line, and ends every session', async () => {
    const [ann, elsewhere] = [await user('ann'), new Person(origin)];
    await elsewhere.signIn('ann');
    const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ current: PASSWORD, password: 'short', again: 'short' }, /password: 12 to 256 characters are expected/],
      [{ current: PASSWORD, password: 'aaaaaaaaaaaaaa', again: 'aaaaaaaaaaaaaa' }, /password: it is too easy to guess/],
      [{ current: PASSWORD, password: NEW, again: `${NEW}!` }, /again: the two passwords differ/],
      [{ current: 'wrong horse', password: NEW, again: NEW }, /current: this is not your password/],
      [{ current: '\0'.repeat(99), password: NEW, again: NEW }, /current: this is not your password/],
    ];
    for (const [typed, message] of wrong) {
      const answer = await ann.send('/account/you', 'password', typed);
      expect([answer.status, answer.html]).toEqual([400, expect.stringMatching(message)]);
      for (const text of Object.values(typed).filter((each) => each.length > 9))
        expect(answer.html).not.toContain(text);
    }
    expect((await elsewhere.open('/account')).status).toBe(200);
    const changed = await ann.send('/account/you', 'password', { current: PASSWORD, password: NEW, again: NEW });
    expect([changed.status, changed.html]).toEqual([200, expect.stringContaining('Your password is changed')]);
    expect([(await ann.open('/account')).status, (await elsewhere.open('/account')).status]).toEqual([401, 401]);
    const again = new Person(origin);
    const old = await again.signIn('ann');
    expect(old.html).toContain('Name or password is wrong.');
    const events = await service.ask({ query: '{ auditEvents(first: 20) { nodes { kind actor object } } }' });
    expect(JSON.stringify(await events.json())).toContain(
      '{"kind":"changePassword","actor":"user:ann","object":"ann"}',
    );
  });

  test('ten wrong passwords of a quarter of an hour are all, as at sign-in', async () => {
    const kim = await user('kim');
    const attempt = () => kim.send('/account/you', 'password', { current: 'wrong', password: NEW, again: NEW });
    for (let tried = 0; tried < 9; tried += 1) await service.ports.quotas?.charge('ownPasswords', 'kim');
    const [tenth, eleventh] = [await attempt(), await attempt()];
    expect([tenth.status, eleventh.status]).toEqual([400, 429]);
    expect(eleventh.html).toMatch(/Too many tries: the next one in \d+ seconds\./);
  });

  test('strangers who guess at a name lock neither its owner’s password nor its invitation', async () => {
    const [kay, { secret }] = [await user('kay'), await invite('ivy')];
    for (const name of ['kay', 'ivy'])
      for (let guess = 0; guess < 10; guess += 1) await service.ports.quotas?.charge('signInsOfAccount', name);
    expect((await new Person(origin).signIn('kay')).status).toBe(429);
    const change = { current: PASSWORD, password: NEW, again: NEW };
    expect((await kay.send('/account/you', 'password', change)).html).toContain('Your password is changed');
    const accepted = await accept({ invitation: secret, name: 'ivy' });
    const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await fetch(`${origin}/account`, { headers: { cookie } })).status).toBe(200);
  });

  test('a password that was set meanwhile is not replaced by who knew the one before', async () => {
    const mia = await user('mia');
    const { client } = service.ports.database;
    // Of another password, which nobody needs to know here.
    const passwordHash = `scrypt$${2 ** 17}$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    const isBlocked = async () => {
      const waiting = await client.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    const answer = await client.$transaction(
      async (other) => {
        await other.user.update({ where: { name: 'mia' }, data: { passwordHash } });
        const changing = mia.send('/account/you', 'password', { current: PASSWORD, password: NEW, again: NEW });
        await until(isBlocked, 20_000);
        return { changing };
      },
      { timeout: 30_000 },
    );
    const { status, html } = await answer.changing;
    expect([status, html]).toEqual([409, expect.stringContaining('has changed the password')]);
    expect((await client.user.findUniqueOrThrow({ where: { name: 'mia' } })).passwordHash).toBe(passwordHash);
  });

  test('sessions are listed with the one that asks; another is ended, and nobody else’s', async () => {
    const [bob, phone, eve] = [await user('bob'), new Person(origin), await user('eve')];
    await phone.signIn('bob');
    const page = await bob.open('/account/you');
    expect([...page.html.matchAll(/● this one/g)]).toHaveLength(1);
    // The button above ends this session; the one below ends everything, and says so. No other page has it.
    expect(page.html).toContain('sign out above');
    expect(page.html).toMatch(/Sign out everywhere…<.*Ends every session, including this one, and every access token/s);
    expect((await bob.open('/account')).html).not.toContain('Sign out everywhere');
    expect([...page.html.matchAll(/End this session<\/button>/g)]).toHaveLength(1);
    expect((await eve.open('/account/you')).html).not.toContain('End this session');
    const [, id = ''] = /name="id" value="([0-9a-f]{64})"/.exec(page.html) ?? [];
    // Eve has no session to end, so she sends a form of her own with the id of Bob's.
    const form = formsOf((await eve.open('/account/you')).html).find(({ name }) => name === 'password');
    form?.fields.set('form', 'end');
    form?.fields.set('id', id);
    expect((await eve.post('/account/you', form?.fields ?? new URLSearchParams())).status).toBe(303);
    expect((await phone.open('/account')).status).toBe(200);
    for (const odd of ['x', '', '\0', id.toUpperCase(), 'é'.repeat(9000)]) {
      const answer = await bob.send('/account/you', 'end', { id: odd });
      expect([odd.slice(0, 9), answer.status]).toEqual([odd.slice(0, 9), 400]);
    }
    expect((await bob.send('/account/you', 'end', { id })).status).toBe(200);
    expect([(await phone.open('/account')).status, (await bob.open('/account')).status]).toEqual([401, 200]);
  });

  test('an account is deleted with its applications, which the page names, after its name and password are typed', async () => {
    const [max, elsewhere] = [await user('max'), new Person(origin)];
    await elsewhere.signIn('max');
    expect((await max.open('/account/you')).html).not.toContain('these applications');
    await max.send('/account', 'create', { name: 'My mirror' });
    expect((await max.open('/account/you')).html).toMatch(/these applications.*<bdi>My mirror<\/bdi>/s);
    const refused = await max.send('/account/you', 'delete', { name: 'Max' });
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('type max, the name of your account'),
    ]);
    const before = formsOf((await max.open('/account/you')).html).find(({ name }) => name === 'delete');
    const wrong = await max.send('/account/you', 'delete', { name: 'max', current: 'not this one' });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('not your password')]);
    await elsewhere.send('/account', 'create', { name: 'Unseen' });
    before?.fields.set('name', 'max');
    before?.fields.set('current', PASSWORD);
    const unseen = await max.post('/account/you', before?.fields ?? new URLSearchParams());
    expect([unseen.status, unseen.html]).toEqual([
      409,
      expect.stringMatching(/max has applications: Unseen[^;]*; submit again to delete them too/),
    ]);
    const gone = await max.send('/account/you', 'delete', { name: 'max', current: PASSWORD });
    expect([gone.status, gone.html]).toEqual([200, expect.stringContaining('Your account is deleted')]);
    expect([(await max.open('/account')).status, (await elsewhere.open('/account')).status]).toEqual([401, 401]);
    expect((await max.signIn('max')).status).toBe(401);
    const { client } = service.ports.database;
    expect(await client.application.count({ where: { owner: 'max', deletedAt: null } })).toBe(0);
    const event = await client.auditEvent.findFirst({ where: { kind: 'deleteUser' } });
    expect(event).toMatchObject({ actor: 'user:max', object: 'max', address: '127.0.0.1' });
  });

  test('an invitation makes one account, once, and is stored as a digest', async () => {
    const { path, secret } = await invite('ida');
    expect(path).toBe(`/account/invitation?invitation=${secret}`);
    const rows = await service.ports.database.client.$queryRaw`SELECT to_jsonb(i)::text AS row FROM invitation i`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    for (let opened = 0; opened < 3; opened += 1) {
      const page = await fetch(origin + path);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await page.text()).toContain('<bdi>ida</bdi>');
    }
    const refused = [
      await accept({ invitation: secret, name: 'ida' }, { 'sec-fetch-site': 'cross-site' }),
      await accept({ invitation: secret, name: 'ida', password: 'short', again: 'short' }),
      await accept({ invitation: secret, name: 'ida', again: 'other' }),
      await accept({ invitation: secret, name: 'bob' }),
      await accept({ invitation: `${secret}x`, name: 'ida' }),
      await accept({ invitation: '\0'.repeat(43), name: 'ida' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 409, 409, 409]);
    const uses = await Promise.all(Array.from({ length: 4 }, () => accept({ invitation: secret, name: 'ida' })));
    expect(uses.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409]);
    const used = uses.find(({ status }) => status === 303);
    expect(used?.headers.get('location')).toBe('/account');
    // Whoever sets the password is signed in.
    const cookie = used?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await (await fetch(`${origin}/account`, { headers: { cookie } })).text()).toContain('as <bdi>ida</bdi>');
    const spent = await fetch(origin + path);
    expect([spent.status, await spent.text()]).toEqual([409, expect.stringContaining('The link was used: sign in')]);
  });

  test('each invitation that lets nobody in says why', async () => {
    const message = ({ answer }: Awaited<ReturnType<typeof invite>>) => answer.errors?.[0]?.message;
    await user('liv');
    expect(message(await invite('liv'))).toBe(
      'There is a user liv already: users password liv gives another password.',
    );
    await mutate('disableUser(input: { name: "liv" }) { user { name } }');
    expect(message(await invite('liv'))).toBe('There is a user liv already: disabled; users enable liv lets them in.');
    expect(message(await invite('Not A Name'))).toMatch(/^name: 1 to 64 lower-case letters/);
    const [first, second] = [await invite('mio'), await invite('mio')];
    const reasonAt = async (path: string) => {
      const page = await fetch(origin + path);
      return [page.status, /role="alert"[^>]*>(.*?)<\/p>/.exec(await page.text())?.[1]];
    };
    expect(await reasonAt(first.path)).toEqual([409, expect.stringContaining('a later one has replaced it')]);
    for (const odd of [
      '',
      '?invitation=',
      '?invitation=%00',
      '?invitation=%ED%A0%80',
      '?x',
      `?invitation=${'a'.repeat(7000)}`,
    ])
      expect([odd.slice(0, 19), (await reasonAt(`/account/invitation${odd}`))[0]]).toEqual([odd.slice(0, 19), 409]);
    await service.ports.database.client.invitation.update({ where: { name: 'mio' }, data: { expiresAt: new Date(0) } });
    expect(await reasonAt(second.path)).toEqual([
      409,
      'The link expired at 1970-01-01T00:00:00.000Z: ask for a new one.',
    ]);
    const third = await invite('mio');
    await user('mio');
    const late = await accept({ invitation: third.secret, name: 'mio' });
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('There is a user mio already')]);
  });
});
