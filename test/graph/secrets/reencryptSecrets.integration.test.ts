import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { reencryptSecrets } from '../../../src/graph/secrets/reencryptSecrets.ts';
import { SecretBox } from '../../../src/graph/secrets/secretBox.ts';
import { secretContextOf } from '../../../src/graph/webhook/webhookSecret.ts';
import { deleteWebhook } from '../../../src/graph/webhook/webhookState.ts';
import { SigningKeys } from '../../../src/identity/token/signingKeys.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const [old, fresh] = ['the old key of the tests', 'the new key of the tests'];

describeWith(['postgres'], 'a new SECRETS_KEY', () => {
  const catalog = ofSuite(() => openTestCatalog({ poolSize: 4 }));

  const keysOf = (...secrets: [string, ...string[]]) => new SigningKeys(catalog.database, new SecretBox(secrets));

  test('encrypts anew all that the old one had, and the old one is not needed any more', async () => {
    const { client } = catalog.database;
    const first = await keysOf(old).signing();
    const box = new SecretBox([old]);
    const ids = Array.from({ length: 250 }, () => randomUUID());
    await client.signingKey.createMany({
      data: ids.map((id) => ({
        id,
        publicKey: {},
        privateKey: box.encrypt(id, `signing_key/private_key/${id}`),
        createdAt: new Date(0),
      })),
    });
    const lost = { id: randomUUID(), publicKey: {}, privateKey: 'v1.000000000000.AAAA', createdAt: new Date(0) };
    await client.signingKey.create({ data: lost });
    const both = new SecretBox([fresh, old]);
    expect(await reencryptSecrets(catalog.database, both)).toEqual({ reencrypted: 251, unreadable: 1 });
    expect(await reencryptSecrets(catalog.database, both)).toEqual({ reencrypted: 0, unreadable: 1 });
    expect((await keysOf(fresh).signing()).id).toBe(first.id);
    const [some = ''] = ids;
    const row = await client.signingKey.findUniqueOrThrow({ where: { id: some } });
    expect(new SecretBox([fresh]).decrypt(row.privateKey, `signing_key/private_key/${some}`)).toBe(some);
    await client.signingKey.deleteMany({ where: { createdAt: new Date(0) } });
  });

  /** Every column of the database that holds a value with this beginning. */
  async function valuesBeginning(prefix: string): Promise<string[]> {
    const { client } = catalog.database;
    const columns = await client.$queryRaw<{ table: string; column: string }[]>`
      SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY 1, 2`;
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows = await client.$queryRawUnsafe<object[]>(
        `SELECT 1 FROM "${table}" WHERE "${column}"::text LIKE $1 || '%' LIMIT 1`,
        prefix,
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  }

  test('when every old one is lost another key signs, and what was signed is still verified', async () => {
    const before = await keysOf(fresh).signing();
    const keys = keysOf('another key altogether');
    const after = await keys.signing();
    expect(after.id).not.toBe(before.id);
    const find = (kid: string) => keys.verification({ alg: 'ES256', kid }, { payload: '', signature: '' });
    expect(await find(before.id)).toBeDefined();
    expect(await find(after.id)).toBeDefined();
    await expect(find('unknown')).rejects.toThrow();
  });

  test('processes that start at once make one key together', async () => {
    await catalog.database.client.signingKey.deleteMany();
    const made = await Promise.all(Array.from({ length: 6 }, async () => (await keysOf(fresh).signing()).id));
    expect(new Set(made).size).toBe(1);
  });

  test('is needed for every value in the database afterwards, whatever its table, and the old one for none', async () => {
    const { client } = catalog.database;
    const [before, after] = [new SecretBox(['one more key of the tests']), new SecretBox(['and the one after it'])];
    const ports = { ...testWebhookPorts(['127.0.0.1:9']), secrets: before };
    await client.webhook.deleteMany();
    const [subscribed] = await subscribe(catalog, ports, ['https://127.0.0.1:9/hook']);
    const [gone] = await subscribe(catalog, ports, ['https://127.0.0.1:9/gone']);
    await deleteWebhook(catalog.publications, gone?.id ?? '', null);
    await client.signingKey.deleteMany();
    const key = await new SigningKeys(catalog.database, before).signing();

    const both = new SecretBox(['and the one after it', 'one more key of the tests']);
    expect(await reencryptSecrets(catalog.database, both)).toEqual({ reencrypted: 2, unreadable: 0 });
    expect(await valuesBeginning(before.currentPrefix)).toEqual([]);
    expect(await valuesBeginning(after.currentPrefix)).toEqual(['signing_key.private_key', 'webhook.secret']);
    const stored = await client.webhook.findUniqueOrThrow({ where: { id: subscribed?.id ?? '' } });
    expect(after.decrypt(stored.secret, secretContextOf(stored.id))).toBe(subscribed?.secret);
    expect((await new SigningKeys(catalog.database, after).signing()).id).toBe(key.id);
  });
});
