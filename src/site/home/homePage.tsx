import type { VNode } from 'preact';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { SearchForm } from '../design/searchForm.tsx';
import { Time } from '../design/time.tsx';
import { Title } from '../design/title.tsx';
import type { CatalogueFacts } from './catalogueFacts.ts';

interface Home {
  /** Requests a minute; null where unknown. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number } | null;
  /** Null while the catalogue cannot be read. */
  readonly facts: CatalogueFacts | null;
}

/** The home page. */
export function homePage({ quotas, facts }: Home): string {
  return publicPage({
    title: 'One record for every anime',
    path: '/',
    scripts: facts?.canSearch ? ['liveSearch'] : [],
    children: (
      <>
        <h1>One canonical record for every anime</h1>
        <p class="lead">
          An open catalogue, merged from many sources: titles in every language, episodes, schedules and premieres, by a
          REST API and signed webhooks.
        </p>
        {facts === null ? (
          <p role="status">▲ The catalogue cannot be read now: try again in a few seconds.</p>
        ) : (
          <Catalogue {...facts} />
        )}
        <p>
          Reads need no key{quotas !== null && `: ${quotas.anonymous} requests a minute by address`}. With a key you
          have {quotas === null ? 'more' : `${quotas.credentialed}`}, and webhooks.
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
            <Link to="/v1/reference">API reference</Link>, and the same as <Link to="/v1/openapi.json">OpenAPI</Link>
          </li>
          <li>
            <Link to="/docs/webhooks">Webhooks</Link>: signed events of what changes, with code that verifies them
          </li>
        </ul>
      </>
    ),
  });
}

function Catalogue({ canSearch, anime, changedAt, example }: CatalogueFacts): VNode {
  return (
    <>
      {canSearch ? <SearchForm /> : <p role="status">◐ Search does not answer now.</p>}
      {changedAt !== null && (
        <p class="note">
          {anime !== null && `${anime.toLocaleString('en')} anime. `}Last change: <Time at={changedAt} />
        </p>
      )}
      {example !== null && <Request {...example} />}
    </>
  );
}

/** A request, and what it answers. */
function Request({ titleLanguage, id, title, format, year, season }: NonNullable<CatalogueFacts['example']>): VNode {
  // In the resource's order, which the request answers in.
  const answer = { id, title, format, year, season };
  const path = `/v1/anime/${id}?fields=${Object.keys(answer).join()}`;
  return (
    <>
      <h2>
        <Title text={title} language={titleLanguage} />, asked for by a program
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
