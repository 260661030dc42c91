import { originOf } from '../../rest/http/originOf.ts';
import { type Admit, type StoredDocument, sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import { keptFor } from '../../rest/pages/keptFor.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { setPagePolicy } from '../http/pagePolicy.ts';
import { ORIGIN } from './codeFor.ts';
import { type Described, operationsOf } from './described.ts';

const HTML = 'text/html; charset=utf-8';

interface Settings {
  /** The origin that its requests name; null or absent: that of each request. */
  readonly publicUrl?: string | null;
  /** Counts a reading. */
  readonly admit?: Admit;
}

/**
 * The reference, and the redirects of its forms to the requests that they describe.
 * @param json the text of the OpenAPI document
 * @param hasHome whether `/` is served
 */
export function referencePages(
  json: string,
  hasHome: boolean,
  { publicUrl = null, admit }: Settings = {},
): readonly Page[] {
  const render = keptFor(Number.POSITIVE_INFINITY, async () => {
    const { referencePage } = await import('./referencePage.tsx');
    return referencePage(JSON.parse(json) as Described, hasHome);
  });
  let last: { readonly origin: string; readonly document: StoredDocument } | null = null;
  const documentFor = (origin: string, html: string): StoredDocument => {
    if (last?.origin !== origin) last = { origin, document: storeDocument(HTML, withOrigin(html, origin)) };
    return last.document;
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
        const document = documentFor(publicUrl ?? originOf(request), await render());
        setPagePolicy(response);
        await sendDocument(response, document, admit);
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
