import { type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { assetsPath, findAsset, icon } from '../design/assets.ts';
import { keptFor } from './pages.ts';

const KEPT_A_DAY = 'public, max-age=86400';

/** Anime are found where they have one address for all. Search engines do not crawl the API. */
const robots = (publicUrl: string | null) => `User-agent: *
Allow: /v1/reference
Allow: /v1/problems
Disallow: /v1/
${publicUrl === null ? '' : 'Allow: /explore$\nAllow: /explore/anime/\nAllow: /explore/season/\n'}Disallow: /explore
Disallow: /account
${publicUrl === null ? '' : `Sitemap: ${publicUrl}/sitemap.xml\n`}`;

/** The files that browsers and robots request by convention. */
export function conventionalFiles(publicUrl: string | null): readonly Page[] {
  const files = [
    ['/robots.txt', storeDocument('text/plain; charset=utf-8', robots(publicUrl), KEPT_A_DAY)],
    ['/favicon.ico', storeDocument(icon.type, icon.body, KEPT_A_DAY)],
  ] as const;
  return files.map(([path, document]) => ({ path, serve: (response) => sendDocument(response, document) }));
}

/** What the protocol of sitemaps allows in one file. */
const MOST_URLS = 50_000;
const AN_HOUR_MS = 3_600_000;

/** @param paths of all pages, read once an hour at most; the first are named */
export function siteMap(publicUrl: string, paths: () => Promise<readonly string[]>): Page {
  const stored = keptFor(AN_HOUR_MS, async () => {
    const urls = (await paths()).slice(0, MOST_URLS).map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`;
    return storeDocument('application/xml', xml, KEPT_A_DAY);
  });
  return { path: '/sitemap.xml', serve: async (response) => sendDocument(response, await stored()) };
}

/** The style sheet, the scripts and the icon of every page. */
export function assetPage(): Page {
  const stored = new Map<string, StoredDocument>();
  return {
    path: assetsPath,
    async serve(response, { params }) {
      const found = findAsset(params.name ?? '');
      if (found === null) throw new ProblemError('not_found', 'Page not found.');
      const { asset, cacheControl } = found;
      const document = stored.get(asset.path) ?? storeDocument(asset.type, asset.body);
      stored.set(asset.path, document);
      await sendDocument(response, { ...document, cacheControl });
    },
  };
}
