import { expect, test } from '@jest/globals';
import { type ProblemCode, problemCodes } from '../../../src/rest/problem/problemCodes.ts';
import { problemExamples } from '../../../src/site/errors/problemExamples.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { inspectPage, watchPage } from '../../support/inspectPage.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openBrowser } from '../../support/openBrowser.ts';

const forBrowsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describeWith(['postgres', 'chromium'], 'the pages about problems', () => {
  const api = ofSuite(openRestApi);
  const browser = ofSuite(openBrowser);

  // The others need a credential, a spent quota or a failure.
  const open: readonly ProblemCode[] = [
    ...(['invalid_request', 'unknown_parameter', 'repeated_parameter', 'invalid_parameter', 'invalid_cursor'] as const),
    ...(['invalid_credentials', 'not_found', 'method_not_allowed', 'search_unavailable'] as const),
  ];

  test.each(open)('the example of %s is answered as its page says', async (code) => {
    const { method = 'GET', target, headers = {}, detail, parameter } = problemExamples[code];
    const answer = await api.send(target, { method, headers });
    expect(answer.json()).toMatchObject({ code, detail, ...(parameter !== undefined && { parameter }) });
    const page = (await api.get(`/v1/problems/${code}`)).body.toString();
    expect(page).toContain(detail.replaceAll('"', '\\&quot;'));
  });

  test('the index leads to the page of every code', async () => {
    const index = (await api.get('/v1/problems')).body.toString();
    for (const code of Object.keys(problemCodes)) expect(index).toContain(`href="/v1/problems/${code}"`);
  });

  test.each(['/v1/problems/invalid_parameter', '/nothing'])(
    '%s is sound on every width, in light and dark',
    async (path) => {
      const page = await browser.newPage();
      const { complaints, hosts } = watchPage(page);
      await page.goto(`${api.url}${path}`);
      expect(await page.title()).toMatch(/: Canonical Anime Catalog$/);
      expect(await inspectPage(page)).toEqual([]);
      expect([...hosts]).toEqual([new URL(api.url).host]);
      // A browser tells of every 404.
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      await page.close();
    },
    60_000,
  );

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
