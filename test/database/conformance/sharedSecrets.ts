import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { assertSharedSecret, forgetSharedSecret, knownValues } from '../../../src/database/sharedSecrets.ts';

export function describeSharedSecrets(opened: () => Database): void {
  describe('a secret that processes share', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });

    test('must be the same for all of them', async () => {
      await assertSharedSecret(database, 'CURSOR_SECRET', ['one']);
      await assertSharedSecret(database, 'CURSOR_SECRET', ['one']);
      await expect(assertSharedSecret(database, 'CURSOR_SECRET', ['two'])).rejects.toMatchObject({
        code: 'shared_secret_differs',
        message: expect.stringContaining('CURSOR_SECRET'),
      });
      await assertSharedSecret(database, 'SECRETS_KEY', ['two']);
    });

    test('is decided by one of those that start at once', async () => {
      const secrets = ['a', 'b', 'a', 'b', 'a', 'b'];
      const settled = await Promise.allSettled(secrets.map((it) => assertSharedSecret(database, 'RACED_SECRET', [it])));
      const winners = secrets.filter((_, index) => settled[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(3);
      expect(new Set(winners).size).toBe(1);
    });

    test('is rotated while others still run with what was before', async () => {
      const start = (...values: string[]) => assertSharedSecret(database, 'ROTATED_SECRET', values);
      const known = (...values: string[]) => knownValues(database, 'ROTATED_SECRET', values);
      expect(await known('old')).toBeNull();
      for (const values of [['old'], ['new', 'old'], ['old'], ['new', 'old'], ['new'], ['new', 'old'], ['new']]) {
        await start(...values);
        expect(await known(...values, 'other')).toEqual([...values.map(() => true), false]);
      }
      // One that was forgotten.
      await expect(start('old')).rejects.toMatchObject({ code: 'shared_secret_differs' });
      await expect(start('other')).rejects.toThrow('ROTATED_SECRET=new,old');
      expect(await known('old', 'new')).toEqual([false, true]);
      await forgetSharedSecret(database, 'ROTATED_SECRET');
      await start('other');
    });

    test('is not stored', async () => {
      const secret = randomBytes(32);
      await assertSharedSecret(database, 'STORED_SECRET', [secret]);
      const stored = JSON.stringify(await database.client.serviceState.findMany());
      for (const encoding of ['hex', 'base64', 'base64url'] as const)
        expect(stored).not.toContain(secret.toString(encoding));
    });
  });
}
