import { type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { assetsPath, findAsset, icon } from '../design/assets.ts';

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

/** @param paths from which links lead to all other pages; read at each request */
export function siteMap(publicUrl: string, paths: () => Promise<readonly string[]>): Page {
  return {
    path: '/sitemap.xml',
    async serve(response) {
      const urls = (await paths()).map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`;
      await sendDocument(response, storeDocument('application/xml', xml, KEPT_A_DAY));
    },
  };
}

/** The style sheet, the scripts and the icon of every page. */
export function assetPage(): Page {
  const stored = new Map<string, StoredDocument>();
  return {
    path: assetsPath,
    async serve(response, { params }) {
      const found = findAsset(params.name ?? '');
      if (found === null) throw new ProblemError('not_found', 'There is nothing at this path.');
      const { asset, cacheControl } = found;
      const document = stored.get(asset.path) ?? storeDocument(asset.type, asset.body);
      stored.set(asset.path, document);
      await sendDocument(response, { ...document, cacheControl });
    },
  };
}
