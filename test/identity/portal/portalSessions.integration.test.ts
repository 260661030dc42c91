import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { OWN_ISSUER } from '../../../src/graph/caller/issuerName.ts';
import { endEverything, revokeUserTokens } from '../../../src/graph/user/revocations.ts';
import { createUser, setUserDisabled } from '../../../src/graph/user/users.ts';
import { PortalSessions, removeEndedSessions } from '../../../src/identity/portal/portalSessions.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

const formNumber = () => randomBytes(16).toString('base64url');

describeWith(['postgres'], 'sessions of the account', () => {
  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));
  let sessions: PortalSessions;

  beforeAll(async () => {
    sessions = new PortalSessions(catalog.database, OWN_ISSUER);
  });

  const begin = (subject = 'mio') => sessions.begin(subject, null);
  /** Moves what is stored of a person into the past. */
  const age = (subject: string, created: string, seen: string) => catalog.database.client.$executeRaw`
    UPDATE portal_session SET created_at = now() - ${created}::interval, seen_at = now() - ${seen}::interval WHERE subject = ${subject}`;

  test('a session is found by its cookie alone, of which only the digest is stored', async () => {
    const session = await begin();
    expect(await sessions.find(session.cookie)).toEqual(session);
    const rows = await catalog.database.client.$queryRaw<
      { row: string }[]
    >`SELECT to_jsonb(s)::text AS row FROM portal_session s`;
    const texts = rows.map(({ row }) => row).join();
    expect(texts).not.toContain(session.cookie);
    expect(texts).not.toContain(Buffer.from(session.cookie, 'base64url').toString('hex'));
    const other = await begin();
    expect(other.cookie).not.toBe(session.cookie);
    for (const wrong of [
      '',
      'x',
      `${session.cookie}x`,
      session.cookie.toLowerCase(),
      '\0'.repeat(43),
      'é'.repeat(43),
      'a'.repeat(100_000),
    ])
      expect(await sessions.find(wrong)).toBeNull();
    expect(await new PortalSessions(catalog.database, 'https://issuer.example').find(session.cookie)).toBeNull();
  });

  test('it ends two hours after the last request, twelve after sign-in, and with sign-out', async () => {
    const session = await begin('idle');
    await age('idle', '11 hours', '119 minutes');
    expect(await sessions.find(session.cookie)).toEqual(session);
    // That request counted.
    const { seenAt } = await catalog.database.client.portalSession.findFirstOrThrow({ where: { subject: 'idle' } });
    expect(Date.now() - seenAt.getTime()).toBeLessThan(60_000);
    await age('idle', '11 hours', '121 minutes');
    expect(await sessions.find(session.cookie)).toBeNull();
    await age('idle', '12 hours 1 minute', '1 minute');
    expect(await sessions.find(session.cookie)).toBeNull();
    await removeEndedSessions(catalog.database);
    expect(await catalog.database.client.portalSession.count({ where: { subject: 'idle' } })).toBe(0);
    const [one, two, others] = [await begin('out'), await begin('out'), await begin('in')];
    await sessions.end(one, '192.0.2.1');
    expect(await sessions.find(one.cookie)).toBeNull();
    expect(await sessions.find(two.cookie)).toEqual(two);
    const [three, desk] = [await begin('out'), new PortalSessions(catalog.database, OWN_ISSUER, 'desk')];
    await desk.begin('out', null);
    await catalog.database.transaction((client) => endEverything(client, 'out'));
    expect([await sessions.find(two.cookie), await sessions.find(three.cookie)]).toEqual([null, null]);
    expect(await catalog.database.client.portalSession.count({ where: { subject: 'out' } })).toBe(0);
    expect(await sessions.find(others.cookie)).toEqual(others);
  });

  test('it is found while the database is read-only', async () => {
    const session = await begin('reader');
    await age('reader', '1 hour', '5 minutes');
    const { client } = catalog.database;
    await client.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$`;
    await client.$executeRaw`CREATE TRIGGER refuse BEFORE UPDATE ON portal_session FOR EACH ROW EXECUTE FUNCTION refuse()`;
    try {
      expect(await sessions.find(session.cookie)).toEqual(session);
    } finally {
      await client.$executeRaw`DROP FUNCTION refuse() CASCADE`;
    }
  });

  test('it ends with the account, and with everything issued before a revocation', async () => {
    const { client } = catalog.database;
    const user = await createUser(client, 'yui', 'correct horse battery');
    const session = await sessions.beginFor(user);
    expect(session && (await sessions.find(session.cookie))).toEqual(session);
    await setUserDisabled(client, 'yui', new Date());
    expect(await sessions.find(session?.cookie ?? '')).toBeNull();
    expect(await sessions.beginFor(user)).toBeNull();
    await setUserDisabled(client, 'yui', null);
    expect(await sessions.find(session?.cookie ?? '')).toBeNull();
    // Of a password that was replaced meanwhile.
    expect(await sessions.beginFor({ ...user, passwordHash: 'another' })).toBeNull();
    const desk = new PortalSessions(catalog.database, OWN_ISSUER, 'desk');
    expect(await desk.beginFor(user)).toBeNull();
    const again = (await sessions.beginFor(user)) ?? (await begin());
    expect(await sessions.find(again.cookie)).toEqual(again);
    const elsewhere = new PortalSessions(catalog.database, 'https://issuer.example');
    const remote = await elsewhere.begin('yui', new Date());
    expect(await elsewhere.find(remote.cookie)).toEqual(remote);
    await revokeUserTokens(catalog.database, 'https://issuer.example', 'yui', new Date(Date.now() + 1_000));
    expect(await elsewhere.find(remote.cookie)).toBeNull();
    expect(await sessions.find(again.cookie)).toEqual(again);
  });

  test('it ends with a revocation however far the clock of its issuer is ahead', async () => {
    const elsewhere = new PortalSessions(catalog.database, 'https://ahead.example');
    const session = await elsewhere.begin('ui', new Date(Date.now() + 3_600_000));
    expect(await elsewhere.find(session.cookie)).toEqual(session);
    await revokeUserTokens(catalog.database, 'https://ahead.example', 'ui', new Date());
    expect(await elsewhere.find(session.cookie)).toBeNull();
  });

  test('a form is used once, however often it is sent at once', async () => {
    const session = await begin('forms');
    const number = formNumber();
    const uses = await Promise.all(Array.from({ length: 32 }, () => sessions.spendForm(session, number)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await sessions.spendForm(session, formNumber())).toBe(true);
    // A number is of its session: another's is another.
    expect(await sessions.spendForm(await begin('forms'), number)).toBe(true);
    for (const wrong of ['', 'x', '\0'.repeat(22), number.repeat(5000), `${number}'`])
      expect(await sessions.spendForm(session, wrong)).toBe(false);
    await sessions.end(session, '192.0.2.1');
    expect(await sessions.spendForm(session, formNumber())).toBe(false);
    expect(await catalog.database.client.portalForm.count({ where: { from: { subject: 'forms' } } })).toBe(1);
  });
});
