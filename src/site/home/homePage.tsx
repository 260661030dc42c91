import type { GraphQLSchema } from 'graphql';
import type { VNode } from 'preact';
import type { GraphContext } from '../../graph/schema/context.ts';
import { prepare } from '../../graph/schema/execution.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { sendDocument, storeDocument } from '../../rest/http/storedDocument.ts';
import type { Page } from '../../rest/pages/page.ts';
import { Link } from '../design/link.tsx';
import { CodeBlock, Time, Title } from '../design/parts.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { SearchForm } from '../design/searchForm.tsx';
import { prefersHtml, webPage } from '../http/pages.ts';

interface HomeSettings {
  /** Calls a minute; null where unknown. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number } | null;
  /** PUBLIC_URL; null where unknown. */
  readonly publicUrl: string | null;
  readonly schema: GraphQLSchema;
  /** A fresh context of the viewer `public`. */
  readonly createContext: () => GraphContext;
  /** The JSON for programs. */
  readonly resource: object;
}

/** The catalogue is read at most once in this time, so the page costs its reader no point of the quota. */
const KEPT_MS = 10_000;

/** The page at `/`. Programs that accept anything get the JSON of `/v1`. */
export function homeRoute(settings: HomeSettings): Page {
  const { schema, createContext, resource } = settings;
  const read = prepare(schema, homeOperation);
  // While the database is away, the page says so and keeps its links.
  const render = async () => homePage(settings, await read(createContext(), { known: KNOWN }).catch(() => null));
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

const exampleFields = graphql(`
  fragment ExampleFields on Anime { id title year season format titleLanguage }
`);

const homeOperation = graphql(
  `
    query HomePage($known: [ExternalIdInput!]!) {
      searchStatus { state documents }
      latest: animeList(first: 1, sort: UPDATED_DESC) { nodes { updatedAt ...ExampleFields } }
      known: animeByExternalIds(ids: $known) { nodes { ...ExampleFields } }
    }
  `,
  [exampleFields],
);

/** A well-known anime (Attack on Titan) for example requests; any other where it is missing. */
const KNOWN = [{ site: 'mal', id: '16498' }];

type Facts = ResultOf<typeof homeOperation>;

const canSearch = ({ searchStatus }: Facts) => ['ready', 'outdated'].includes(searchStatus.state);

const LEAD =
  'An open catalogue, merged from many sources: titles in every language, episodes, schedules and premieres, through a REST API and signed webhooks.';

/** What people see. @param facts null while the catalogue cannot be read */
function homePage({ quotas, publicUrl }: HomeSettings, facts: Facts | null): string {
  return publicPage({
    title: 'One record for every anime',
    hasHeading: true,
    path: '/',
    description: LEAD,
    publicUrl,
    scripts: facts !== null && canSearch(facts) ? ['copy', 'liveSearch'] : ['copy'],
    children: (
      <>
        <h1>One canonical record for every anime</h1>
        <p class="lead">{LEAD}</p>
        {facts === null ? (
          <p role="status">▲ The catalogue is unavailable: try again in a few seconds.</p>
        ) : (
          <Catalogue {...facts} />
        )}
        <p>
          Reads need no key{quotas !== null && `: ${quotas.anonymous} requests a minute per address`}. With a key you
          get {quotas === null ? 'more' : `${quotas.credentialed}`}, and webhooks.
        </p>
        <p>
          <a class="button" href="/account">
            Get a key
          </a>
        </p>
        <ul>
          <li>
            <Link to="/explore">Explore</Link> titles, seasons and the week’s schedule, with the API request behind each
          </li>
          <li>
            <Link to="/v1/reference">API reference</Link>, also as <Link to="/v1/openapi.json">OpenAPI</Link>
          </li>
          <li>
            <Link to="/docs/webhooks">Webhooks</Link>: signed events of what changes, with code that verifies them
          </li>
        </ul>
      </>
    ),
  });
}

function Catalogue(facts: Facts): VNode {
  const [newest] = facts.latest.nodes;
  const example = facts.known.nodes[0] ?? newest;
  const count = canSearch(facts) && facts.searchStatus.documents;
  return (
    <>
      {canSearch(facts) ? <SearchForm /> : <p role="status">◐ Search is unavailable.</p>}
      {newest !== undefined && (
        <p class="note">
          {typeof count === 'number' && `${count.toLocaleString('en')} anime. `}Last change:{' '}
          <Time at={newest.updatedAt} />
        </p>
      )}
      {example !== undefined && <Request {...example} />}
    </>
  );
}

/** A request, and what it answers. */
function Request({ titleLanguage, id, title, format, year, season }: ResultOf<typeof exampleFields>): VNode {
  // In the resource's order, which the request answers in.
  const answer = { id, title, format, year, season };
  const path = `/v1/anime/${id}?fields=${Object.keys(answer).join()}`;
  return (
    <>
      <h2>
        Ask the API for <Title text={title} language={titleLanguage} />
      </h2>
      <p>
        <Link to={path}>
          <code>GET {path}</code>
        </Link>
      </p>
      <CodeBlock text={JSON.stringify(answer, null, 2)} label="Its answer" />
    </>
  );
}
