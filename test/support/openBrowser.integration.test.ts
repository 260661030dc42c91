import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { describeWith } from './describeWith.ts';
import { openBrowser } from './openBrowser.ts';

describeWith(['chromium'], 'a browser', () => {
  test('renders a page of this machine, its script included', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Catalogue</title><p></p><script>document.querySelector("p").textContent = 6 * 7</script>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(await page.title()).toBe('Catalogue');
      expect(await page.textContent('p')).toBe('42');
    } finally {
      await browser.close();
      server.close();
    }
  }, 60_000);
});
