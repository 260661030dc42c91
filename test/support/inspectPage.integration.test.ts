import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWith } from './describeWith.ts';
import { inspectPage } from './inspectPage.ts';
import { openBrowser } from './openBrowser.ts';

describeWith(['chromium'], 'the inspection of pages', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
  }, 30_000);
  afterAll(() => browser?.close());

  const inspect = async (head: string, body: string) => {
    await page.setContent(`<!doctype html><html lang="en"><head><title>A page</title>${head}</head>${body}</html>`);
    return await inspectPage(page);
  };

  test('a sound page has no fault', async () => {
    expect(await inspect('', '<body><main><h1>Heading</h1><p>Text</p></main></body>')).toEqual([]);
  }, 60_000);

  test('a page with faults has each of them, by width and scheme', async () => {
    const faults = await inspect(
      '<style>@media (prefers-color-scheme: dark) { p { color: #eee } } div { width: 400px }</style>',
      '<body><main><h1>One</h1><h1>Two</h1><p>Pale</p><input><div>Wide</div></main></body>',
    );
    const of = (text: string) => faults.filter((fault) => fault.includes(text)).map((fault) => fault.split(':')[0]);
    const all = [1280, 360, 320].flatMap((width) => [`${width} light`, `${width} dark`]);
    expect(of('2 headings')).toEqual(all);
    expect(of('label: input')).toEqual(all);
    expect(of('color-contrast: p')).toEqual(all.filter((mode) => mode.endsWith('dark')));
    expect(of('wider than')).toEqual(all.filter((mode) => !mode.startsWith('1280')));
  }, 60_000);
});
