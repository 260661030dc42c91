import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Script } from '../design/assets.ts';
import { Link, Navigation, queryOf } from '../design/link.tsx';
import { CodeBlock } from '../design/parts.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { SearchForm } from '../design/searchForm.tsx';
import { words } from '../design/words.ts';
import type { YearSeason } from './newestSeason.ts';
import { TITLE_FORMS, type TitleForm } from './titles.ts';

/** The reader, as all pages of the explorer know it. */
export interface Reader {
  readonly titles: TitleForm;
  /** Path and query of the page. */
  readonly target: string;
  /** Of this service, as the reader reached it. */
  readonly origin: string;
  /** PUBLIC_URL; null where unknown. */
  readonly publicUrl: string | null;
  /** The newest season that has anime. */
  readonly newest: YearSeason;
  /** Hosts whose pictures are shown. */
  readonly imageHosts: readonly string[];
}

const Reading = createContext<Reader | null>(null);

/** The reader of the page around a view. */
export function useReader(): Reader {
  const reader = useContext(Reading);
  if (reader === null) throw new Error('the view is in no page of the explorer');
  return reader;
}

interface ExplorePage {
  readonly title: string;
  /** Its one path, however the ids and names in it were spelt. */
  readonly path: string;
  readonly reader: Reader;
  /** For search engines, which may list the page under PUBLIC_URL; default: they may not. */
  readonly description?: string;
  /** Default: those of pages with times. */
  readonly scripts?: readonly Script[];
  readonly children: ComponentChildren;
}

/** A page of the explorer, with the search and the navigation. */
export function explorePage({
  reader,
  description,
  scripts = ['copy', 'times'],
  children,
  ...page
}: ExplorePage): string {
  const ways = [
    ['/explore', 'Search'],
    [`/explore/season/${reader.newest.year}/${reader.newest.season}`, 'Latest season'],
    ['/explore/schedule', 'Schedule'],
  ] as const;
  return publicPage({
    ...page,
    hasHeading: true,
    within: (whole) => <Reading.Provider value={reader}>{whole}</Reading.Provider>,
    isListed: description !== undefined && reader.publicUrl !== null,
    ...(description !== undefined && { description }),
    publicUrl: reader.publicUrl,
    scripts: [...scripts, 'liveSearch'],
    tools: <SearchForm typed={queryOf(reader.target).get('q') ?? ''} />,
    children: (
      <>
        <Navigation label="Explore" links={ways} current={ways.find(([to]) => to === page.path)?.[0] ?? ''} isTabs />
        {children}
      </>
    ),
  });
}

/** The choice of titles. */
export function TitleSwitch(): VNode {
  const { titles, target } = useReader();
  return (
    <form method="post" class="switch">
      <fieldset>
        <legend>Titles</legend>
        {TITLE_FORMS.map((form) => (
          <button
            type="submit"
            class={form === titles ? '' : 'quiet'}
            aria-pressed={form === titles}
            formAction={`/explore/titles/${form}?back=${encodeURIComponent(target)}`}
          >
            {form === 'catalogued' ? 'Default' : words(form)}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

interface BehindProps {
  /** Path and query of the request whose answer is shown above. */
  readonly target: string;
  /** The subject of the request, which distinguishes several on a page. */
  readonly what: string;
}

/** The request whose answer the panel shows. */
export function Behind({ target, what }: BehindProps): VNode {
  const url = `${useReader().origin}${inUrl(target)}`;
  return (
    <details class="behind">
      <summary>API request: {what}</summary>
      <p>
        <code>GET {target}</code>
      </p>
      <p>
        <Link to={inUrl(target)}>Open as JSON</Link>
      </p>
      <CodeBlock text={`curl '${url}'`} label={`${what} by curl`} />
      <CodeBlock
        text={`const answer = await fetch('${url}');\nconsole.log(await answer.json());`}
        label={`${what} by fetch`}
      />
    </details>
  );
}

/** Nothing in it ends a quoted text, and curl expands nothing. */
function inUrl(target: string): string {
  return target.replace(/['"\\[\]{}<>`^|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
