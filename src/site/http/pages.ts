import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromOwnPage } from '../../base/pageCookie.ts';
import type { RestRequest } from '../../rest/http/requestFacts.ts';
import { sendContent } from '../../rest/http/sendContent.ts';
import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';

const policy = (imageHosts: readonly string[], connects: boolean) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
  ...(connects ? ["connect-src 'self'"] : []),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * The policies of web pages: nothing inline, no other host. Browsers without Sec-Fetch-Site prove by Origin that a form
 * comes from a page of this service: under `no-referrer` it would be `null`. Other hosts get no referrer.
 * @param imageHosts the hosts from which the operator allows pictures
 * @param connects whether scripts may ask this service
 */
export function setPagePolicy(
  response: Pick<ServerResponse, 'setHeader'>,
  imageHosts: readonly string[] = [],
  connects = true,
): void {
  response.setHeader('Content-Security-Policy', policy(imageHosts, connects).join('; '));
  response.setHeader('Referrer-Policy', 'same-origin');
}

/** Answers with a page that nobody keeps: it shows a person's own data. @param connects as of `setPagePolicy` */
export function sendPage(response: ServerResponse, status: number, html: string, connects = true): void {
  setPagePolicy(response, [], connects);
  response.setHeader('Cache-Control', 'no-store');
  sendContent(response, status, 'text/html; charset=utf-8', html);
}

/** Memoises `make` for some time, counted from its result. Concurrent calls share one result; a failure is not kept. */
export function keptFor<Made>(milliseconds: number, make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (made !== null && performance.now() < until) return made;
    until = Number.POSITIVE_INFINITY;
    const making = make();
    made = making;
    making.then(
      () => {
        until = performance.now() + milliseconds;
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}

/** A page as HTML. @param render called when the page is first asked for, and after each `keptMs` (default: never) */
export function webPage(path: string, render: () => Promise<string>, keptMs = Number.POSITIVE_INFINITY): Page {
  const stored = keptFor(keptMs, async () => storeDocument('text/html; charset=utf-8', await render()));
  return {
    path,
    async serve(response) {
      const document = await stored();
      setPagePolicy(response);
      await sendDocument(response, document);
    },
  };
}

/** Whether the client prefers HTML, as browsers do; programs that accept anything get JSON. */
export function prefersHtml(request: Pick<RestRequest, 'accepts'>): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** A form must come from a page of this service. @throws ProblemError invalid_request */
export function assertSameOrigin(request: IncomingMessage, origin: string): void {
  if (isFromOwnPage(request, origin)) return;
  throw new ProblemError('invalid_request', 'The form was sent from another site: send it from a page of this one.');
}
