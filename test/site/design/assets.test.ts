import { expect, test } from '@jest/globals';
import { findAsset, icon, scriptOf, style } from '../../../src/site/design/assets.ts';

const nameOf = ({ path }: { readonly path: string }) => path.replace('/assets/', '');

test.each([style, icon])('$path is kept for a year, under a name that changes with its content', (asset) => {
  expect(asset.path).toMatch(/^\/assets\/\w+-[\da-f]{10}\.\w+$/);
  expect(findAsset(nameOf(asset))).toEqual({ asset, cacheControl: 'public, max-age=31536000, immutable' });
});

test.each(['copy', 'liveSearch', 'sendRequests', 'times'] as const)(
  'the script %s is small, and keeps and asks nothing',
  (name) => {
    const { path, body, type } = scriptOf(name);
    expect([path, type]).toEqual([
      expect.stringMatching(new RegExp(`^/assets/${name}-[\\da-f]{10}\\.js$`)),
      'text/javascript; charset=utf-8',
    ]);
    expect(body.length).toBeLessThan(4000);
    expect(body.toString()).not.toMatch(/eval|innerHTML|localStorage|sessionStorage|https?:/);
  },
);

test('the page of another version is given what there is, and nobody keeps it', () => {
  expect(findAsset('style-0123456789.css')).toEqual({ asset: style, cacheControl: 'no-store' });
});

test.each(['', 'style.txt', 'style-0123456789.svg', '../style.css', 'constructor', '\0'])('%j is nothing', (name) => {
  expect(findAsset(name)).toBeNull();
});

test('the style sheet is small and asks for nothing else', () => {
  const text = style.body.toString();
  expect(style.body.length).toBeLessThan(16_000);
  expect(text).not.toMatch(/@import|url\(|expression/);
  for (const wish of ['prefers-color-scheme: dark', 'forced-colors: active']) expect(text).toContain(wish);
});
