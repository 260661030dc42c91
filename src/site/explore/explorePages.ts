import { z } from 'zod';
import type { RestResponse } from '../../rest/http/requestFacts.ts';
import { sendContent } from '../../rest/http/sendContent.ts';
import type { Page } from '../../rest/pages/page.ts';
import { OperationParameters } from '../../rest/parameters/read.ts';
import { setPagePolicy } from '../http/pagePolicy.ts';
import { animeRoute } from './animeRoute.ts';
import type { ExploreRoute } from './exploreRoute.ts';
import type { Explorer } from './explorer.ts';
import { Moved, ReaderRequest } from './readerRequest.ts';
import { scheduleRoute } from './scheduleRoute.ts';
import { searchRoute } from './searchRoute.ts';
import { seasonRoute } from './seasonRoute.ts';
import { titleSwitch } from './titleSwitch.ts';

/** The pages of the explorer. */
export const exploreTable: readonly ExploreRoute[] = [searchRoute, animeRoute, seasonRoute, scheduleRoute];

/** The catalogue for people: pages of the answers of operations, charged like requests. */
export function explorePages(explorer: Explorer): readonly Page[] {
  return [...exploreTable.map((page) => servedPage(page, explorer)), titleSwitch];
}

function servedPage({ path, query, render, renderRefusal }: ExploreRoute, explorer: Explorer): Page {
  const parameters = new OperationParameters(path, Object.fromEntries(query.map((name) => [name, z.string()])));
  return {
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    async serve(response, request) {
      const reader = new ReaderRequest(explorer, response);
      if (renderRefusal !== undefined) {
        response.locals.renderRefusal = (detail) => renderRefusal(reader, detail);
      }
      const mark = request.url.indexOf('?');
      const raw = mark === -1 ? null : request.url.slice(mark + 1);
      const texts = parameters.texts({ query: raw, pathParameters: request.params });
      try {
        send(response, await render(reader, texts), explorer);
      } catch (error) {
        if (!(error instanceof Moved)) throw error;
        response.redirect(301, path.replace('{id}', error.id));
      }
    },
  };
}

function send(response: RestResponse, html: string, { imageHosts }: Explorer): void {
  // Each page shows the reader's own quota, and titles in the form that a cookie names.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.vary('Cookie');
  setPagePolicy(response, imageHosts);
  sendContent(response, 200, 'text/html; charset=utf-8', html);
}
