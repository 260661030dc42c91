import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TransactionClient } from '../../../src/database/database.ts';
import { createApiKey, revokeApiKey } from '../../../src/graph/application/apiKeys.ts';
import { generateApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import type { Caller } from '../../../src/graph/model/viewer.ts';
import { ApiKeyVerifier } from '../../../src/identity/apiKey/apiKeyVerifier.ts';
import { KeyUses } from '../../../src/identity/apiKey/keyUses.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';

describeWith(['postgres'], 'API keys', () => {
  let catalog: TestCatalog;
  let applicationId: string;
  let uses: KeyUses;

  beforeAll(async () => {
    catalog = await openTestCatalog({ poolSize: 4 });
    const input = { name: 'Mirror', owner: 'ann' };
    applicationId = (await createApplication(catalog.database.client, input)).id;
    uses = new KeyUses(catalog.database, (error) => {
      throw error;
    });
  });
  afterAll(async () => {
    await uses.stop();
    await catalog.close();
  });

  /** A verifier that counts what it reads. */
  const open = (now = () => new Date()) => {
    let reads = 0;
    const client = catalog.database.root.$extends({
      query: {
        $allOperations: ({ args, query }) => {
          reads += 1;
          return query(args);
        },
      },
    }) as unknown as TransactionClient;
    return { verifier: new ApiKeyVerifier({ client }, uses, now), reads: () => reads };
  };
  const makeKey = (expiresAt: Date | null = null, scopes = ['anime.read']) =>
    createApiKey(catalog.database, { applicationId, scopes, expiresAt }, new Date());

  test('a key is its application with its scopes, read once by many', async () => {
    const { verifier, reads } = open();
    const { text, stored } = await makeKey(null, ['anime.read', 'search.read']);
    expect(verifier.cachedVerdict(text)).toBeUndefined();
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(text)));
    const scopes = new Set(['anime.read', 'search.read']);
    expect(verdicts[0]).toEqual({ valid: true, caller: { kind: 'key', id: stored.id, applicationId, scopes } });
    expect(new Set(verdicts.map(({ valid }) => valid))).toEqual(new Set([true]));
    expect(verifier.cachedVerdict(text)).toMatchObject({ valid: true });
    // The key, its application and the account of its owner.
    expect(reads()).toBe(3);
  });

  test('a mistyped key is refused without a read, an unknown one is remembered', async () => {
    const { verifier, reads } = open();
    const { text } = await makeKey();
    const mistyped = text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
    expect(await verifier.verify(mistyped)).toMatchObject({
      valid: false,
      reason: expect.stringContaining('checksum'),
    });
    expect(reads()).toBe(0);
    const stranger = generateApiKey().text;
    for (let call = 0; call < 10; call += 1) expect(await verifier.verify(stranger)).toMatchObject({ valid: false });
    expect(reads()).toBe(1);
  });

  test('a right id with a wrong secret is told like a wrong id', async () => {
    const { verifier } = open();
    const { text, stored } = await makeKey();
    await verifier.verify(text);
    let forged = generateApiKey();
    const { default: zlib } = await import('node:zlib');
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const body = `cac_${stored.id}_${forged.text.split('_')[2]?.slice(0, 32)}`;
    let rest = zlib.crc32(body);
    let digits = '';
    for (let index = 0; index < 6; index += 1) {
      digits = alphabet[rest % 62] + digits;
      rest = Math.floor(rest / 62);
    }
    forged = { id: stored.id, text: body + digits };
    const unknown = await verifier.verify(generateApiKey().text);
    expect(await verifier.verify(forged.text)).toEqual(unknown);
    expect(verifier.cachedVerdict(text)).toMatchObject({ valid: true });
  });

  test('a key ends at its time, and when it is revoked: here at once, elsewhere within 5 seconds', async () => {
    const [here, elsewhere] = [open(), open()];
    let now = new Date();
    const dated = open(() => now);
    const end = new Date(now.getTime() + 3_600_000);
    const soon = await makeKey(end);
    expect(await dated.verifier.verify(soon.text)).toMatchObject({ valid: true });
    now = end;
    expect(dated.verifier.cachedVerdict(soon.text)).toMatchObject({
      valid: false,
      reason: expect.stringContaining('expired'),
    });

    const { text, stored } = await makeKey();
    await here.verifier.verify(text);
    await elsewhere.verifier.verify(text);
    await revokeApiKey(catalog.database.client, stored.id, new Date());
    here.verifier.forget(stored.id);
    expect(await here.verifier.verify(text)).toMatchObject({
      valid: false,
      reason: expect.stringContaining('revoked'),
    });
    while ((await elsewhere.verifier.verify(text)).valid) await new Promise((resolve) => setTimeout(resolve, 100));
  }, 8_000);

  test('when a key was last used is written together, to the minute', async () => {
    const { verifier } = open();
    const { text, stored } = await makeKey();
    const { caller } = (await verifier.verify(text)) as { caller: Caller };
    const row = () => catalog.database.client.apiKey.findUniqueOrThrow({ where: { id: stored.id } });
    verifier.noteUse(caller, false);
    expect((await row()).lastUsedAt).toBeNull();
    await uses.write();
    const { lastUsedAt } = await row();
    expect(lastUsedAt?.getSeconds()).toBe(0);
    expect(Math.abs(Date.now() - (lastUsedAt?.getTime() ?? 0))).toBeLessThan(120_000);
  });

  test('the calls with a key are counted by day, those of several processes together', async () => {
    const { verifier } = open();
    const { text, stored } = await makeKey();
    const other = new KeyUses(catalog.database, () => {});
    const { caller } = (await verifier.verify(text)) as { caller: Caller };
    const days = () =>
      catalog.database.client.apiKeyDay.findMany({ where: { keyId: stored.id }, orderBy: { day: 'asc' } });
    verifier.noteUse(caller, false);
    verifier.noteUse(caller, true);
    other.note(stored.id, 'admitted');
    await Promise.all([uses.write(), other.write()]);
    expect(await days()).toMatchObject([{ calls: 3, refusals: 1 }]);
    // What is counted before midnight belongs to the day before, whenever it is written; a month later it is gone.
    const yesterday = Date.now() - 86_400_000;
    other.note(stored.id, 'admitted', yesterday - 31 * 86_400_000);
    other.note(stored.id, 'admitted', yesterday);
    other.note(stored.id, 'refused');
    await other.write();
    const written = await days();
    expect(written.slice(-2)).toMatchObject([
      { day: new Date(new Date(yesterday).toISOString().slice(0, 10)), calls: 1, refusals: 0 },
      { calls: 4, refusals: 2 },
    ]);
    other.note(stored.id, 'admitted');
    await other.write();
    expect(await days()).toHaveLength(2);
    // A clock that is set back over midnight.
    other.note(stored.id, 'admitted');
    other.note(stored.id, 'admitted', yesterday);
    other.note(stored.id, 'admitted');
    await other.write();
    expect((await days()).map(({ calls }) => calls)).toEqual([2, 7]);
    other.note('nobodysKey', 'admitted');
    await other.stop();
    expect(await catalog.database.client.apiKeyDay.count({ where: { keyId: 'nobodysKey' } })).toBe(0);
  });

  test('calls with a key that has ended are refusals, and no use', async () => {
    const { verifier } = open();
    const { text, stored } = await makeKey();
    await revokeApiKey(catalog.database.client, stored.id, new Date());
    await verifier.verify(text);
    await verifier.verify(text);
    await uses.write();
    const row = await catalog.database.client.apiKey.findUniqueOrThrow({
      where: { id: stored.id },
      include: { days: true },
    });
    expect(row).toMatchObject({ lastUsedAt: null, days: [{ calls: 2, refusals: 2 }] });
  });
});
