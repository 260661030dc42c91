import { expect, test } from '@jest/globals';
import { renderPage } from '../../../src/site/design/renderPage.tsx';

test('texts and attributes of a page are text, whatever they hold', () => {
  const hostile = `</title><script>alert(1)</script>" onload='x' &amp;`;
  const html = renderPage({ title: hostile, scripts: [hostile], children: hostile });
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script>|" onload/);
  expect(html).toContain('&amp;amp;');
});
