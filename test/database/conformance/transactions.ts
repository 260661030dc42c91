import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import { ambientTransaction } from '../../../src/database/transaction.ts';

export function describeTransactions(opened: () => Database): void {
  describe('transactions', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });
    const write = (name: string) => database.client.serviceState.create({ data: { name, value: 1 } });
    const isThere = async (name: string) => (await database.root.serviceState.count({ where: { name } })) === 1;

    test('commit what they wrote, and answer what their work does', async () => {
      const name = uuid();
      await expect(database.transaction(async () => (await write(name)).name)).resolves.toBe(name);
      expect(await isThere(name)).toBe(true);
    });

    test('roll back what they wrote when their work throws', async () => {
      const name = uuid();
      const failed = database.transaction(async () => {
        await write(name);
        throw new Error('not today');
      });
      await expect(failed).rejects.toThrow('not today');
      expect(await isThere(name)).toBe(false);
    });

    test('are ambient in all that is awaited inside, and nowhere else', async () => {
      const [inside, outside] = await database.transaction(async (tx) => {
        await sleep(1);
        const deep = await Promise.all([1, 2].map(async () => database.client === tx));
        return [deep, ambientTransaction() === tx];
      });
      expect([inside, outside]).toEqual([[true, true], true]);
      expect(ambientTransaction()).toBeUndefined();
      expect(database.client).toBe(database.root);
    });

    test('are over for what outlives them', async () => {
      const name = uuid();
      let later: Promise<unknown> | undefined;
      await database.transaction(async () => {
        later = sleep(20).then(() => {
          expect(database.client).toBe(database.root);
          return database.transaction(() => write(name));
        });
      });
      await later;
      expect(await isThere(name)).toBe(true);
    });

    test('do not see each other', async () => {
      const names = [uuid(), uuid(), uuid()];
      const ended = await Promise.allSettled(
        names.map((name, index) =>
          database.transaction(async (tx) => {
            await write(name);
            await sleep(5);
            expect(database.client).toBe(tx);
            if (index === 1) throw new Error('not this one');
          }),
        ),
      );
      expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await Promise.all(names.map(isThere))).toEqual([true, false, true]);
    });

    test('nested ones join: they commit or roll back together', async () => {
      const [kept, undone] = [uuid(), uuid()];
      await database.transaction((outer) =>
        database.transaction(async (inner) => {
          expect(inner).toBe(outer);
          await write(kept);
        }),
      );
      const failed = database.transaction(async () => {
        await database.transaction(() => write(undone));
        throw new Error('after the inner one');
      });
      await expect(failed).rejects.toThrow('after the inner one');
      expect([await isThere(kept), await isThere(undone)]).toEqual([true, false]);
    });

    test('a nested failure undoes everything, even if its caller catches it', async () => {
      const name = uuid();
      const failed = database.transaction(async () => {
        await write(name);
        await database
          .transaction(async () => {
            throw new Error('inner');
          })
          .catch(() => {});
        return 'done';
      });
      await expect(failed).rejects.toThrow('inner');
      expect(await isThere(name)).toBe(false);
    });

    test.each(['ReadCommitted', 'RepeatableRead', 'Serializable'] as const)('run at %s when asked', async (level) => {
      const rows = await database.transaction(
        (tx) => tx.$queryRaw<{ level: string }[]>`SELECT current_setting('transaction_isolation') AS level`,
        { isolationLevel: level },
      );
      expect(rows[0]?.level.replace(' ', '')).toBe(level.toLowerCase());
    });

    test('a nested one cannot ask for another isolation', async () => {
      const asked = database.transaction(() =>
        database.transaction(async () => {}, { isolationLevel: 'Serializable' }),
      );
      await expect(asked).rejects.toThrow('cannot join');
    });

    test.each(['40001', '40P01'])('are tried again from the start after %s', async (code) => {
      const name = uuid();
      let attempts = 0;
      await database.transaction(async (tx) => {
        attempts += 1;
        await write(`${name}:${attempts}`);
        if (attempts < 3)
          await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '${code}'; END $$`);
      });
      expect(attempts).toBe(3);
      expect(await Promise.all([1, 2, 3].map((it) => isThere(`${name}:${it}`)))).toEqual([false, false, true]);
    });

    test('are not tried for ever', async () => {
      let attempts = 0;
      const tried = database.transaction(async (tx) => {
        attempts += 1;
        await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = '40001'; END $$`);
      });
      await expect(tried).rejects.toThrow('busy');
      expect(attempts).toBe(8);
    });

    test('other failures are not tried again', async () => {
      let attempts = 0;
      const name = uuid();
      const tried = database.transaction(async () => {
        attempts += 1;
        await write(name);
        await write(name);
      });
      await expect(tried).rejects.toMatchObject({ code: 'P2002' });
      expect(attempts).toBe(1);
    });

    test('end at their time, keeping nothing', async () => {
      const name = uuid();
      const late = database.transaction(
        async () => {
          await write(name);
          await sleep(300);
        },
        { timeoutMs: 100 },
      );
      await expect(late).rejects.toMatchObject({ code: 'P2028' });
      expect(await isThere(name)).toBe(false);
    });

    test('raw reads join them', async () => {
      const name = uuid();
      const count = () => database.client.$queryRaw`SELECT count(*)::int FROM service_state WHERE name = ${name}`;
      const inside = await database.transaction(async () => {
        await write(name);
        return await count();
      });
      expect(inside).toEqual([{ count: 1 }]);
      expect(await count()).toEqual([{ count: 1 }]);
    });
  });

  describe('a connection', () => {
    let database: Database;
    beforeAll(() => {
      database = opened();
    });

    test('answers the next statement after a failed one, prepared statements included', async () => {
      const count = () => database.client.source.count({ where: { approved: true } });
      for (let it = 0; it < 6; it += 1) {
        expect(await count()).toBeGreaterThan(0);
        expect(await database.client.$queryRaw`SELECT ${'x'}::text AS it`).toEqual([{ it: 'x' }]);
        await expect(database.client.$queryRaw`SELECT 1/0`).rejects.toThrow('division by zero');
        await expect(database.session((it) => it.query('SELECT nothing'))).rejects.toThrow('nothing');
      }
    });

    test('speaks UTC', async () => {
      const rows = await database.client.$queryRaw`
        SELECT current_setting('TimeZone') AS zone, '2026-01-01T00:00Z'::timestamptz AS at`;
      expect(rows).toEqual([{ zone: 'UTC', at: new Date('2026-01-01T00:00:00Z') }]);
    });

    test('keeps the statements that come again prepared', async () => {
      const wanted = { where: { approved: true }, orderBy: { priority: 'asc' }, select: { name: true } } as const;
      for (let it = 0; it < 20; it += 1) await database.client.source.findMany(wanted);
      const prepared = await database.client.$queryRaw`
        SELECT 1 FROM pg_prepared_statements WHERE statement LIKE 'SELECT%"priority" ASC%'`;
      expect(prepared).toHaveLength(1);
    });

    test('is asked whether it lives', async () => {
      await database.ping(5_000);
      const { total, idle, waiting } = database.pool();
      expect(total).toBeGreaterThan(0);
      expect(idle).toBeLessThanOrEqual(total);
      expect(waiting).toBe(0);
    });
  });
}
