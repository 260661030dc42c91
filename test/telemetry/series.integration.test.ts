import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { until } from '../support/until.ts';
import { seriesOf } from './series.ts';

describeWith(['postgres'], 'the series of a process', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ SEARCH: 'on' });
  }, 60_000);
  afterAll(() => service?.end(), 30_000);

  const scrape = async () => seriesOf(await (await fetch(`${service.internalUrl}/metrics`)).text());

  /** A request as no client library sends it, whatever is answered. */
  const send = (path: string, method: string, { headers = {}, leaves = false } = {}) =>
    new Promise<void>((resolve) => {
      const sent = request(service.publicUrl ?? '', { path, method, headers }, (response) => {
        response.resume().on('close', resolve);
      });
      sent.on('error', () => resolve());
      sent.end(() => {
        if (leaves) sent.destroy();
      });
    });

  it('are at most 800 with every operation used, whatever callers send, and hold none of it', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    for (const { method, path } of routes) {
      const target = path.replace(/\{[^}]+\}/g, id);
      await send(target, method);
      await send(`${target}?limit=1&evilmark=1`, method, { headers: { authorization: 'Bearer evilmark' } });
      await send(target, method, { leaves: true });
    }
    const paths = ['/v1/evilmark', '/evilmark', '/v1/anime?evilmark=', '/metrics', '/%ff', '/v1/anime/evilmark'];
    const methods = ['GET', 'PURGE', 'OPTIONS', 'REPORT', 'PUT'];
    for (let number = 0; number < 300; number += 1) {
      await send(`${paths[number % paths.length]}${number}`, methods[number % methods.length] ?? 'GET', {
        headers: { 'x-request-id': `evilmark-${number}`, origin: `https://evilmark${number}.example` },
      });
    }
    let series: string[] = [];
    await until(async () => {
      series = await scrape();
      const text = series.join();
      return routes.every(({ operationId }) => text.includes(`operation="${operationId}"`));
    });
    expect(series.length).toBeLessThanOrEqual(800);
    expect(series.join()).not.toMatch(/evilmark|PURGE|REPORT/i);
  }, 60_000);
});
