import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService } from '../support/openTestService.ts';

describeWith(['postgres'], 'a service behind a balancer', () => {
  it('is ready once its own listener is open, and says that it stops while it goes on answering', async () => {
    const service = await openTestService({ STOP_GRACE_MS: '1500' });
    const readiness = async () => {
      const answer = await fetch(`${service.internalUrl}/readyz`);
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    expect(await readiness()).toEqual([200, 'ready']);
    const before = await fetch(`${service.publicUrl}/v1/anime`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const began = Date.now();
    const ended = service.end();
    expect(await readiness()).toEqual([503, 'stopping']);
    for (let n = 0; n < 5; n += 1) {
      const answer = await fetch(`${service.publicUrl}/v1/anime`);
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    }
    await ended;
    expect(Date.now() - began).toBeGreaterThan(1_400);
    await expect(fetch(`${service.publicUrl}/v1`)).rejects.toThrow('fetch failed');
  }, 60_000);

  it('says that it starts while a first import keeps it', async () => {
    const seen: unknown[] = [];
    const service = await openTestService(
      {},
      {
        beforePublic: async ({ internalUrl }) => {
          const answer = await fetch(`${internalUrl}/readyz`);
          seen.push([answer.status, ((await answer.json()) as { status: string }).status]);
        },
      },
    );
    expect(seen).toEqual([[503, 'starting']]);
    await service.end();
  }, 60_000);
});
