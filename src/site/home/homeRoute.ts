import type { GraphQLSchema } from 'graphql';
import type { GraphContext } from '../../graph/schema/context.ts';
import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { prefersHtml } from '../http/prefersHtml.ts';
import { webPage } from '../http/webPage.ts';

export interface HomeSettings {
  readonly schema: GraphQLSchema;
  /** A fresh context of the viewer `public`. */
  readonly createContext: () => GraphContext;
  /** Calls a minute; null where unknown. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number } | null;
  /** The JSON for programs. */
  readonly resource: object;
}

/** The catalogue is read at most once in this time, so the page costs its reader no point of the quota. */
const KEPT_MS = 10_000;

/** The page at `/`. Programs that accept anything get the JSON of `/v1`. */
export function homeRoute({ schema, createContext, quotas, resource }: HomeSettings): Page {
  const render = async () => {
    const { catalogueFacts } = await import('./catalogueFacts.ts');
    const { homePage } = await import('./homePage.tsx');
    // While the database is away, the page says so and keeps its links.
    const facts = await catalogueFacts(schema)(createContext()).catch(() => null);
    return homePage({ quotas, facts });
  };
  const page = webPage('/', render, KEPT_MS);
  const document = storeDocument('application/json', JSON.stringify(resource));
  return {
    path: page.path,
    async serve(response, request) {
      response.vary('Accept');
      if (prefersHtml(request)) await page.serve(response, request);
      else await sendDocument(response, document);
    },
  };
}
