import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { icon } from '../design/assets.ts';

const KEPT_A_DAY = 'public, max-age=86400';

/** Search engines list pages and do not crawl the interface. */
const robots = `User-agent: *
Allow: /v1/reference
Allow: /v1/problems
Disallow: /v1/
Disallow: /explore
Disallow: /account
`;

/** The files that browsers and robots request by convention. */
export function conventionalFiles(): readonly Page[] {
  const files = [
    ['/robots.txt', storeDocument('text/plain; charset=utf-8', robots, KEPT_A_DAY)],
    ['/favicon.ico', storeDocument(icon.type, icon.body, KEPT_A_DAY)],
  ] as const;
  return files.map(([path, document]) => ({ path, serve: (response) => sendDocument(response, document) }));
}
