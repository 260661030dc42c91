import { originOf } from '../../rest/http/originOf.ts';
import { sendContent } from '../../rest/http/sendContent.ts';
import type { Page } from '../../rest/pages/page.ts';
import { queryTexts, rawQueryOf } from '../../rest/parameters/read.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { targetBelow } from '../design/link.tsx';
import { assertSameOrigin, setPagePolicy } from '../http/pages.ts';
import { animeRoute } from './animePage.tsx';
import { type ExploreRoute, type Explorer, Moved, readerRequest } from './readerRequest.ts';
import { scheduleRoute } from './schedulePage.tsx';
import { searchRoute } from './searchPage.tsx';
import { seasonRoute } from './seasonPage.tsx';
import { isTitleForm } from './titles.ts';

/** The pages of the explorer. */
export const exploreTable: readonly ExploreRoute[] = [searchRoute, animeRoute, seasonRoute, scheduleRoute];

/** The catalogue for people: pages of the answers of operations, charged like requests. */
export function explorePages(explorer: Explorer): readonly Page[] {
  return [...exploreTable.map((page) => servedPage(page, explorer)), titleSwitch];
}

function servedPage({ path, query, render, renderRefusal }: ExploreRoute, explorer: Explorer): Page {
  return {
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async serve(response, request) {
      const reader = await readerRequest(explorer, response);
      if (renderRefusal !== undefined) {
        response.locals.renderRefusal = (detail) => renderRefusal(reader, detail);
      }
      const texts = { ...queryTexts(query, rawQueryOf(request.url)), ...request.params };
      try {
        const html = await render(reader, texts);
        // Each page tells the reader's own quota in its headers, and shows titles in the form that a cookie names.
        response.setHeader('Cache-Control', 'private, no-cache');
        response.vary('Cookie');
        setPagePolicy(response, explorer.imageHosts);
        sendContent(response, 200, 'text/html; charset=utf-8', html);
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
        response.redirect(301, path.replace('{id}', error.id));
      }
    },
  };
}

const A_YEAR = 365 * 86_400;

/** Stores which titles the reader is shown, in a cookie of the explorer's path, and redirects back. */
const titleSwitch: Page = {
  path: '/explore/titles/:form',
  methods: ['POST'],
  async serve(response, request) {
    const { form } = request.params;
    if (!isTitleForm(form)) throw new ProblemError('not_found', 'Page not found.');
    assertSameOrigin(request, originOf(request));
    const back = new URLSearchParams(request.url.split('?')[1]).get('back') ?? '';
    const secure = request.protocol === 'https' ? '; Secure' : '';
    response.setHeader(
      'Set-Cookie',
      `titles=${form}; Path=/explore; Max-Age=${A_YEAR}; HttpOnly; SameSite=Lax${secure}`,
    );
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Location', targetBelow('/explore', back));
    response.status(303).end();
  },
};
