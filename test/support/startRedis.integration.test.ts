import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { askRedis } from './askRedis.ts';
import { describeWith } from './describeWith.ts';
import { sharedServer } from './sharedServer.ts';
import { startRedis } from './startRedis.ts';

describeWith(['redis'], 'Redis', () => {
  test('is shared, and answers', async () => {
    expect(await askRedis(await sharedServer('redis'), 'PING')).toBe('+PONG');
  });

  test('of one test crashes and comes back at its port, empty', async () => {
    const first = await startRedis();
    expect(await askRedis(first.url, 'SET quota 60')).toBe('+OK');
    await first.kill();
    await expect(askRedis(first.url, 'PING')).rejects.toThrow('ECONNREFUSED');
    const second = await startRedis({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(await askRedis(second.url, 'EXISTS quota')).toBe(':0');
    await second.stop();
    expect(existsSync(`/proc/${second.pid}`)).toBe(false);
  });

  test('says why it did not start', async () => {
    const running = await startRedis();
    await expect(startRedis({ port: running.port })).rejects.toThrow(
      /Redis ended instead of starting[\s\S]*Address already in use/,
    );
    await running.stop();
  });
});
