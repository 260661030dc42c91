import { expect, test } from '@jest/globals';
import { problemCodes } from '../../../src/rest/problem/problemCodes.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';

const forBrowsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describeWith(['postgres'], 'the pages about problems', () => {
  const api = ofSuite(openRestApi);

  test('the index leads to the page of every code', async () => {
    const index = (await api.get('/v1/problems')).body.toString();
    for (const code of Object.keys(problemCodes)) expect(index).toContain(`href="/v1/problems/${code}"`);
  });

  test('a path that leads to nothing is a page for people alone', async () => {
    for (const [path, accept, type] of [
      ['/nothing', forBrowsers, 'text/html; charset=utf-8'],
      ['/nothing', '*/*', 'application/problem+json'],
      ['/nothing', 'application/json, text/html;q=0.5', 'application/problem+json'],
      ['/v1/nothing', forBrowsers, 'application/problem+json'],
    ] as const) {
      const answer = await api.get(path, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, type]);
      if (path === '/nothing') expect(answer.headers.vary).toBe('Accept-Encoding, Accept');
    }
    const post = await api.send('/nothing', { method: 'POST', headers: { accept: forBrowsers } });
    expect(post.json()).toMatchObject({ code: 'not_found' });
    const { headers, body } = await api.get('/%3Cscript%3Ealert(1)', { accept: forBrowsers });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toContain(String(headers['x-request-id']));
    expect(body.toString()).not.toContain('alert');
  });
});
