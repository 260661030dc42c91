import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { reencryptSecrets } from '../../../src/graph/secrets/reencryptSecrets.ts';
import { SecretBox } from '../../../src/graph/secrets/secretBox.ts';
import { SigningKeys } from '../../../src/identity/issuer/signingKeys.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';

const [old, fresh] = ['the old key of the tests', 'the new key of the tests'];

describeWith(['postgres'], 'a new SECRETS_KEY', () => {
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await openTestCatalog({ poolSize: 4 });
  });
  afterAll(() => catalog.close());

  const keysOf = (...secrets: [string, ...string[]]) =>
    new SigningKeys(catalog.database, async () => new SecretBox(secrets));

  test('encrypts anew what the old one had, batch by batch, and the old one is not needed any more', async () => {
    const { client } = catalog.database;
    const [first] = await keysOf(old).all();
    const box = new SecretBox([old]);
    const ids = Array.from({ length: 250 }, (_, index) => `id ${String(index).padStart(3, '0')}`);
    await client.issuerState.createMany({
      data: ids.map((id) => ({
        kind: 'Session',
        id,
        payload: box.encrypt(id, `issuer_state/payload/Session/${id}`),
        expiresAt: new Date(Date.now() + 60_000),
      })),
    });
    await client.issuerState.create({
      data: { kind: 'Session', id: 'lost', payload: 'v1.000000000000.AAAA', expiresAt: new Date(Date.now() + 60_000) },
    });
    const both = new SecretBox([fresh, old]);
    expect(await reencryptSecrets(catalog.database, both)).toEqual({ reencrypted: 251, unreadable: 1 });
    expect(await reencryptSecrets(catalog.database, both)).toEqual({ reencrypted: 0, unreadable: 1 });
    const [same] = await keysOf(fresh).all();
    expect(same.privateJwk).toEqual(first.privateJwk);
    const row = await client.issuerState.findUniqueOrThrow({ where: { kind_id: { kind: 'Session', id: 'id 137' } } });
    expect(new SecretBox([fresh]).decrypt(row.payload, 'issuer_state/payload/Session/id 137')).toBe('id 137');
  });

  test('when every old one is lost another key signs, and what was signed is still verified', async () => {
    const [before] = await keysOf(fresh).all();
    const keys = keysOf('another key altogether');
    const [after] = await keys.all();
    expect(after.id).not.toBe(before.id);
    const find = (kid: string) => keys.verificationKey({ alg: 'ES256', kid }, { payload: '', signature: '' });
    expect(await find(before.id)).toBeDefined();
    expect(await find(after.id)).toBeDefined();
    await expect(find('unknown')).rejects.toThrow();
  });

  test('processes that start at once make one key together', async () => {
    await catalog.database.client.signingKey.deleteMany();
    const made = await Promise.all(Array.from({ length: 6 }, async () => (await keysOf(fresh).all())[0].id));
    expect(new Set(made).size).toBe(1);
  });
});
