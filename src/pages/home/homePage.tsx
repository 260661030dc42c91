import type { VNode } from 'preact';
import { CodeBlock } from '../../html/codeBlock.tsx';
import { Facts } from '../../html/facts.tsx';
import { Link } from '../../html/link.tsx';
import { Time } from '../../html/time.tsx';
import { Title } from '../../html/title.tsx';
import { SearchForm } from '../explore/searchForm.tsx';
import { publicPage } from '../publicPage.tsx';
import type { CatalogueFacts } from './catalogueFacts.ts';

interface Home {
  /** Calls a minute; null where unknown. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number } | null;
  /** Null while the catalogue cannot be read. */
  readonly facts: CatalogueFacts | null;
}

/** The home page. */
export function homePage({ quotas, facts }: Home): string {
  return publicPage({
    title: 'Home',
    path: '/',
    scripts: facts?.canSearch ? ['liveSearch'] : [],
    children: (
      <>
        <h1>Canonical Anime Catalog</h1>
        <p>
          An open catalogue of anime, with one canonical record for each, merged from many sources: titles in every
          language, episodes, releases, schedules and premieres, by a REST interface and by webhooks.
        </p>
        {facts === null ? (
          <p role="status">▲ The catalogue cannot be read now: try again in a few seconds.</p>
        ) : (
          <Catalogue {...facts} />
        )}
        <h2>A key of your own</h2>
        <p>
          Reads need no key. With one you have a higher quota: <Link to="/account">get a key</Link> in your account. It
          is shown once; send it with every request:
        </p>
        <CodeBlock text="Authorization: Bearer cac_…" label="The header with the key" />
        <p>
          <Link to="/docs/callers">Callers</Link> tells of keys, access tokens and scopes.
        </p>
        {quotas !== null && (
          <>
            <h2>Quotas</h2>
            <Facts
              facts={[
                ['Without a credential', `${quotas.anonymous} calls a minute, by address`],
                [
                  'With a key or an access token',
                  `${quotas.credentialed} calls a minute, by application, person or program`,
                ],
              ]}
            />
          </>
        )}
        <h2>More</h2>
        <ul>
          <li>
            <Link to="/explore">The catalogue</Link> for people: search, seasons, the week’s schedule, with the request
            behind each
          </li>
          <li>
            <Link to="/v1/reference">API reference</Link>, and its{' '}
            <Link to="/v1/openapi.json">description in OpenAPI</Link>
          </li>
          <li>
            <Link to="/docs/webhooks">Webhooks</Link>: signed events of what changes, with code that verifies them
          </li>
          <li>
            <Link to="/docs">Documents</Link>
          </li>
          <li>
            <Link to="/v1/problems">Problems</Link>: what each error code means, and what to do
          </li>
        </ul>
      </>
    ),
  });
}

function Catalogue({ canSearch, anime, changedAt, example }: CatalogueFacts): VNode {
  return (
    <>
      {canSearch && <SearchForm />}
      <Facts
        facts={[
          ...(anime === null ? [] : [['Anime', anime.toLocaleString('en')] as const]),
          ['Search', canSearch ? '● works' : '◐ does not answer now'],
          ...(changedAt === null ? [] : [['Last change', <Time key="at" at={changedAt} />] as const]),
        ]}
      />
      {example !== null && (
        <>
          <h2>Try it</h2>
          <ul>
            {canSearch && (
              <Request to={`/v1/search?q=${encodeURIComponent(example.title)}`} what="search" example={example} />
            )}
            <Request to={`/v1/anime/${example.id}`} what="one anime" example={example} />
            <li>
              <Link to={`/v1/anime?${filterOf(example)}`}>
                <code>GET /v1/anime?{filterOf(example)}</code>
              </Link>
              : a list
            </li>
          </ul>
        </>
      )}
    </>
  );
}

type Example = NonNullable<CatalogueFacts['example']>;

function Request({
  to,
  what,
  example,
}: {
  readonly to: string;
  readonly what: string;
  readonly example: Example;
}): VNode {
  return (
    <li>
      <Link to={to}>
        <code>GET {decodeURIComponent(to)}</code>
      </Link>
      : {what}, <Title text={example.title} language={example.language} />
    </li>
  );
}

/** Filters that this anime passes, so that the list is not empty. */
function filterOf({ year, season, format }: Example): string {
  return new URLSearchParams({
    ...(year !== null && { year: String(year) }),
    ...(year !== null && season !== null && { season }),
    format,
  }).toString();
}
