import { LRUCache } from 'lru-cache';
import { ORIGIN } from '../../pages/reference/codeFor.ts';
import { type Described, operationsOf } from '../../pages/reference/described.ts';
import { originOf } from '../http/originOf.ts';
import { type StoredDocument, sendDocument, storeDocument } from '../http/storedDocument.ts';
import { ProblemError } from '../problem/problemError.ts';
import { keptFor } from './keptFor.ts';
import type { Page } from './page.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** A service is reached by a few names, but requests can make up any number. */
const KEPT_ORIGINS = 8;

/** A name that was not used for so long is evicted. */
const UNUSED_MS = 600_000;

const HTML = 'text/html; charset=utf-8';

/**
 * The reference, and the redirects of its forms to the requests that they describe.
 * @param json the text of the OpenAPI document
 * @param hasHome whether `/` is served
 */
export function referencePages(json: string, hasHome: boolean): readonly Page[] {
  const render = keptFor(Number.POSITIVE_INFINITY, async () => {
    const { referencePage } = await import('../../pages/reference/referencePage.tsx');
    return referencePage(JSON.parse(json) as Described, hasHome);
  });
  const documents = new LRUCache<string, StoredDocument>({
    max: KEPT_ORIGINS,
    ttl: UNUSED_MS,
    updateAgeOnGet: true,
  });
  const documentFor = (origin: string, html: string): StoredDocument => {
    const known = documents.get(origin);
    if (known !== undefined) return known;
    documents.purgeStale();
    const isKept = documents.size < KEPT_ORIGINS;
    const document = storeDocument(HTML, withOrigin(html, origin), 'no-cache', isKept ? 'kept' : 'passing');
    if (isKept) documents.set(origin, document);
    return document;
  };
  const targets = new Map(
    operationsOf(JSON.parse(json) as Described)
      .filter(({ method }) => method === 'GET')
      .map(({ path, operation }) => [operation.operationId, path]),
  );
  return [
    {
      path: '/v1/reference',
      async serve(response, request) {
        const document = documentFor(originOf(request), await render());
        setPagePolicy(response);
        await sendDocument(response, document);
      },
    },
    {
      path: '/v1/reference/send/:operationId',
      async serve(response, { params, url }) {
        const path = targets.get(params.operationId ?? '');
        if (path === undefined) throw new ProblemError('not_found', 'There is nothing at this path.');
        response.setHeader('Location', filledIn(path, new URLSearchParams(url.split('?').slice(1).join('?'))));
        response.status(303).end();
      },
    },
  ];
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&#39;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A Host may hold characters of markup, and replacement patterns such as `$'`, the rest of the page. */
function withOrigin(html: string, origin: string): string {
  const text = origin.replace(/[&'"<>]/g, (character) => MARKUP[character] ?? '');
  return html.replaceAll(ORIGIN, () => text);
}

/** The target of a form: empty fields are left out, and path parameters go into the path. */
function filledIn(path: string, fields: URLSearchParams): string {
  const isInPath = (name: string) => path.includes(`{${name}}`);
  const query = new URLSearchParams([...fields].filter(([name, text]) => text !== '' && !isInPath(name)));
  const target = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(fields.get(name) ?? ''));
  return query.size === 0 ? target : `${target}?${query}`;
}
