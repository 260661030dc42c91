import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { memoryStore } from '../../../src/identity/quota/memoryQuotas.ts';
import { type SharedQuotas, sharedQuotas } from '../../../src/identity/quota/sharedQuotas.ts';
import { askRedis } from '../../support/askRedis.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type RedisServer, startRedis } from '../../support/startRedis.ts';
import { openTcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';
import { describeQuotas, limits } from './describeQuotas.ts';
import { setClock } from './setClock.ts';

describeWith(['redis'], 'quotas in Redis', () => {
  let redis: RedisServer;
  let one: SharedQuotas;
  let other: SharedQuotas;
  const told: [boolean, string | null][] = [];

  beforeAll(async () => {
    redis = await startRedis();
    const open = () =>
      sharedQuotas({
        url: redis.url,
        prefix: 'test:',
        limits,
        local: memoryStore(limits),
        onChange: (isShared, reason) => void told.push([isShared, reason]),
      });
    one = await open();
    other = await open();
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await redis.stop();
  });

  let trials = 0;
  /** A caller who was counted here stays so until the window ends: another one tries. */
  const untilShared = ({ quotas, report }: SharedQuotas) =>
    until(async () => {
      await quotas.charge('anonymous', `trial ${trials++}`);
      return report().isShared;
    }, 30_000);

  // A test may have taken Redis away.
  beforeEach(async () => {
    await untilShared(one);
    await untilShared(other);
  }, 60_000);

  describeQuotas(() => [one.quotas, other.quotas]);

  test('its keys begin with the prefix and end by themselves', async () => {
    await one.quotas.charge('anonymous', 'the keys');
    expect(await askRedis(redis.url, 'KEYS *keys')).toContain('test:quota:anonymous:the keys');
    expect(await askRedis(redis.url, 'PTTL "test:quota:anonymous:the keys"')).toMatch(/^:[1-9]/);
  });

  test.each([
    ['before it has asked', 1],
    ['before it has read the answer', 2],
  ])('a process that is busy for longer than its patience %s does not take Redis for away', async (_when, turns) => {
    const busy = () => {
      for (const end = performance.now() + 600; performance.now() < end; );
    };
    const afterTurns = (left: number) => setImmediate(left === 1 ? busy : () => afterTurns(left - 1));
    told.length = 0;
    const charged = one.quotas.charge('anonymous', `busy ${turns}`);
    afterTurns(turns);
    expect(await charged).toMatchObject({ remaining: 59 });
    expect(await other.quotas.charge('anonymous', `busy ${turns}`)).toMatchObject({ remaining: 58 });
    expect(told).toEqual([]);
  });

  test('while Redis hangs, callers are counted here after a short wait, and the report says so', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    try {
      expect(await one.quotas.charge('anonymous', 'hanging')).toMatchObject({ remaining: 59 });
      for (let call = 0; call < 20; call += 1) await one.quotas.charge('anonymous', 'hanging');
      expect(one.report()).toMatchObject({ isShared: false, lastError: expect.stringContaining('no answer') });
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
    await untilShared(one);
    expect(one.report()).toMatchObject({ isShared: true, lastError: null });
    expect(one.report().localCounts).toBeGreaterThanOrEqual(21);
  });

  test('of the calls while Redis hangs it is sent one in a while, whose answer nobody awaits', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    try {
      await one.quotas.charge('anonymous', 'the first');
      await sleep(2_100);
      await Promise.all(Array.from({ length: 50 }, () => one.quotas.charge('anonymous', 'the others')));
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
    // What it was sent on one connection it counts at once.
    const counted = () => askRedis(redis.url, 'GET "test:quota:anonymous:the others"');
    await until(async () => (await counted()) !== '$-1');
    expect(await counted()).toBe('$1\r\n1');
  });

  test('a clock that is set back does not keep counts apart', async () => {
    process.kill(redis.pid, 'SIGSTOP');
    await one.quotas.charge('anonymous', 'set back');
    process.kill(redis.pid, 'SIGCONT');
    const restore = setClock(-600);
    try {
      await untilShared(one);
    } finally {
      restore();
    }
  });

  test('a Redis that refuses to write is told once', async () => {
    await askRedis(redis.url, 'CONFIG SET min-replicas-to-write 1');
    told.length = 0;
    try {
      for (let round = 0; round < 2; round += 1) {
        await one.quotas.charge('anonymous', 'refused');
        await sleep(2_100);
        await one.quotas.read('anonymous', 'refused');
      }
      expect(told).toEqual([[false, expect.stringContaining('NOREPLICAS')]]);
    } finally {
      await askRedis(redis.url, 'CONFIG SET min-replicas-to-write 0');
    }
  }, 15_000);

  test('a Redis whose machine is gone without a word is left for the one that has its address', async () => {
    const proxy = await openTcpProxy({ host: '127.0.0.1', port: redis.port });
    const third = await sharedQuotas({
      url: `redis://127.0.0.1:${proxy.port}`,
      prefix: 'test:',
      limits,
      local: memoryStore(limits),
      onChange: () => {},
    });
    try {
      await until(() => third.report().isShared, 5_000);
      proxy.strand();
      await third.quotas.charge('anonymous', 'stranded');
      expect(third.report().isShared).toBe(false);
      await untilShared(third);
    } finally {
      await third.close();
      await proxy.cut();
    }
  }, 60_000);

  test('a Redis that is gone is told once, and its return too', async () => {
    told.length = 0;
    await redis.kill();
    for (let call = 0; call < 70; call += 1) await other.quotas.charge('anonymous', 'gone');
    expect(await other.quotas.charge('anonymous', 'gone')).toMatchObject({ exceeded: true });
    expect(other.report().isShared).toBe(false);
    redis = await startRedis({ port: redis.port });
    await until(() => other.report().isShared);
    expect(await other.quotas.charge('anonymous', 'back')).toMatchObject({ remaining: 59 });
    // Each of the two processes tells that it went and that it came.
    expect(told.filter(([isShared]) => !isShared).length).toBeLessThanOrEqual(2);
    expect(told.at(-1)).toEqual([true, null]);
  });
});
