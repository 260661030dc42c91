import type { GraphQLSchema } from 'graphql';
import type { PortalAccess } from '../graph/caller/portal.ts';
import { createContext, type GraphContext } from '../graph/schema/context.ts';
import { graphql, type ResultOf } from '../graph/schema/operation.ts';
import type { Page } from '../rest/pages/page.ts';
import { platformInfo } from '../rest/platform/getPlatformInfo.ts';
import type { Site, SiteTools } from '../rest/site.ts';
import { accountPages } from './account/accountPages.ts';
import { documentPages } from './docs/documentPages.tsx';
import { problemPages } from './errors/problemPages.tsx';
import { showProblem } from './errors/showProblem.tsx';
import { explorePages } from './explore/explorePages.ts';
import { newestSeason } from './explore/newestSeason.ts';
import { askOf } from './forms/visit.ts';
import { homeRoute } from './home/homePage.tsx';
import { assetPage, conventionalFiles, siteMap } from './http/filePages.ts';
import { referencePages } from './reference/referencePages.tsx';

/** What an operator decides about the pages. */
interface SiteSettings {
  /** PAGES: whether `/`, `/docs`, `/explore` and `/account` are served; the reference and problem pages always are. */
  readonly hasPages: boolean;
  /** Hosts whose pictures the explorer shows; default: none, so that they are links. */
  readonly imageHosts?: readonly string[];
  /** How people sign in to the pages of their account; default: they cannot. */
  readonly portal?: PortalAccess;
}

/** The web pages of the public listener. */
export function publicSite({ hasPages, imageHosts = [], portal }: SiteSettings): (tools: SiteTools) => Site {
  return ({ operations, admission, quotas, schema, ports, description, installation }) => {
    const publicUrl = installation?.publicUrl ?? null;
    const createReader = () => createContext(ports, { kind: 'public' });
    const pages = [
      assetPage(),
      ...conventionalFiles(hasPages ? publicUrl : null),
      ...referencePages(description, hasPages, {
        publicUrl,
        admit: (response) => admission.admitAddress(response, 'pages'),
      }),
      ...problemPages({ hasHome: hasPages, publicUrl }),
    ];
    if (!hasPages) return { pages, showProblem: showProblem(false) };
    const season = newestSeason(schema, createReader, ports.now);
    const documents = documentPages(publicUrl);
    const explorer = {
      operations,
      admission,
      imageHosts,
      publicUrl,
      now: ports.now,
      newestSeason: season,
      createContext: ({ address }: { readonly address: string }) => createContext(ports, { kind: 'public' }, address),
    };
    return {
      pages: [
        ...pages,
        homeRoute({
          schema,
          createContext: createReader,
          quotas: installation?.quotas ?? null,
          publicUrl,
          resource: platformInfo,
        }),
        ...documents,
        ...(publicUrl === null
          ? []
          : [
              siteMap(publicUrl, async () => [
                ...sharedPaths(documents, await season()),
                ...(await animePaths(schema, createReader)),
              ]),
            ]),
        ...explorePages(explorer),
        ...accountPages({
          access: portal ?? { kind: 'missing', remedy: 'run the whole service' },
          quotas,
          schema,
          createContext: (viewer, address) => createContext(ports, viewer, address),
        }),
      ],
      showProblem: showProblem(true),
    };
  };
}

const ids = graphql(`
  query SiteMap($after: String) {
    animeList(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  }
`);

/** The paths of all anime, read a page of the list at a time. */
async function animePaths(schema: GraphQLSchema, createReader: () => GraphContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after: string | null = null, isMore = true; isMore; ) {
    const read: ResultOf<typeof ids> = await askOf(schema, createReader())(ids, { after });
    const { nodes, pageInfo } = read.animeList;
    found.push(...nodes.map(({ id }) => `/explore/anime/${id}`));
    [after, isMore] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  return found;
}

/** Pages that search engines may list; other seasons are found by links. */
function sharedPaths(documents: readonly Page[], { year, season }: { readonly year: number; readonly season: string }) {
  const texts = documents.map(({ path }) => path).filter((path) => !/\.\w+$/.test(path));
  return ['/', '/explore', `/explore/season/${year}/${season}`, '/v1/reference', '/v1/problems', ...texts];
}
