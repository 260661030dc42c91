import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';

describeWith(['postgres'], 'METRICS_PORT', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ METRICS_PORT: '0' });
  }, 60_000);
  afterAll(() => service?.end(), 30_000);

  it('answers probes and metrics, to names that are its own, and nothing else', async () => {
    const at = async (path: string, method = 'GET') => (await fetch(`${service.metricsUrl}${path}`, { method })).status;
    expect(await Promise.all(['/livez', '/readyz', '/metrics'].map((path) => at(path)))).toEqual([200, 200, 200]);
    expect(await Promise.all(['/graphql', '/review', '/graphiql', '/'].map((path) => at(path)))).toEqual(
      Array(4).fill(404),
    );
    expect(await at('/graphql', 'POST')).toBe(404);
    expect(service.metricsUrl).not.toBe(service.internalUrl);
    expect((await fetch(`${service.internalUrl}/livez`)).status).toBe(200);
  });
});
