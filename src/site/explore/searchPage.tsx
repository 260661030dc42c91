import type { VNode } from 'preact';
import { animeFilters } from '../../rest/anime/animeParameters.ts';
import { listAnime } from '../../rest/anime/listAnime.ts';
import { searchAnime } from '../../rest/search/searchAnime.ts';
import { Link, Pager, queryOf, withParameter } from '../design/link.tsx';
import { Fault, Section } from '../design/parts.tsx';
import { words } from '../design/words.ts';
import { AnimeEntries } from './animeEntries.tsx';
import { Behind, explorePage, type Reader, TitleSwitch, useReader } from './exploreShell.tsx';
import type { Asked, ExploreRoute } from './readerRequest.ts';
import { Card } from './seasonPage.tsx';
import { type HitPage, type ListPage, languageName, type ShownAnime, type ShownHit } from './titles.ts';

/** `/explore`: search, with what narrows it; without `q`, the list of what passes the filters. */
export const searchRoute: ExploreRoute = {
  path: '/explore',
  query: ['q', ...Object.keys(animeFilters), 'limit', 'after'],
  async render(request, texts) {
    if (Object.keys(texts).length === 0) {
      const reader = request.reader();
      const { year, season } = reader.newest;
      const latest = await request.ask<ListPage<ShownAnime>>(listAnime, { year: String(year), season, limit: '24' });
      return searchPage({ reader, latest: latest.answer.items });
    }
    if (texts.q === undefined) {
      const listed = await request.ask<ListPage<ShownAnime>>(listAnime, { ...texts, sort: 'title.asc' });
      return searchPage({ reader: request.reader(), listed });
    }
    const found = await request.ask<HitPage>(searchAnime, { ...texts, facets: 'season,genre,studio' });
    return searchPage({ reader: request.reader(), found });
  },
  renderRefusal: async (request, refusal) => searchPage({ reader: request.reader(), refusal }),
};

interface Search {
  readonly reader: Reader;
  readonly found?: Asked<HitPage>;
  /** The list, without a search text. */
  readonly listed?: Asked<ListPage<ShownAnime>>;
  /** Of the latest season, without a search. */
  readonly latest?: readonly ShownAnime[];
  /** Why there is no answer. */
  readonly refusal?: string;
}

/** The search page, with facets that narrow it. */
function searchPage({ reader, found, listed, latest, refusal }: Search): string {
  const typed = queryOf(reader.target).get('q') ?? '';
  const shown = (found ?? listed)?.answer.items ?? latest ?? [];
  return explorePage({
    title: typed === '' ? 'Explore' : `Search for ${typed}`,
    path: '/explore',
    reader,
    ...(reader.target === '/explore' && { description: 'Search anime by any title, in any language.' }),
    scripts: ['copy'],
    children: (
      <>
        <h1>{typed === '' ? 'Explore the catalogue' : `“${typed}”`}</h1>
        {refusal !== undefined && <Fault isFocused>{refusal}</Fault>}
        {latest !== undefined && (
          <p>
            Search any title, in any language; typos are fine: <Link to="/explore?q=frieren">frieren</Link>,{' '}
            <Link to="/explore?q=進撃の巨人">進撃の巨人</Link>,{' '}
            <Link to="/explore?q=shingeki+no+kyojn">shingeki no kyojn</Link>.
          </p>
        )}
        {shown.length > 0 && <TitleSwitch />}
        {(found ?? listed) !== undefined && <Chosen />}
        {found !== undefined && <Found {...found} />}
        {listed !== undefined && <Listed {...listed} />}
        {latest !== undefined && latest.length > 0 && (
          <Section id="latest" title="Latest season">
            <ul class="cards">
              {latest.map((anime) => (
                <Card anime={anime} />
              ))}
            </ul>
          </Section>
        )}
      </>
    ),
  });
}

function Found({ target, answer }: Asked<HitPage>): VNode {
  const { items, found, truncated, facets, page } = answer;
  const names = new Map(items.flatMap((hit) => [...hit.genres, ...hit.studios]).map(({ slug, name }) => [slug, name]));
  const narrowing = facets.filter(({ values }) => values.length > 0);
  return (
    <div class="beside">
      <Section id="hits" title={found === 0 ? 'No results' : `${found} anime found`}>
        <Understood {...answer.interpretation} />
        {truncated && <p>Only the first 1000 can be reached: narrow the search.</p>}
        {items.length === 0 ? (
          <p>Check the spelling or use fewer words.</p>
        ) : (
          <AnimeEntries items={items} beside={(hit) => <Reason {...hit.matchedTitle} />} />
        )}
        <Pager label="Hits" target={useReader().target} nextCursor={page.nextCursor} />
        <Behind target={target} what="the hits and filters" />
      </Section>
      {narrowing.length > 0 && (
        <Section id="narrow" title="Narrow it down">
          <div class="facets">
            {narrowing.map((facet) => (
              <Facet {...facet} names={names} />
            ))}
          </div>
        </Section>
      )}
    </div>
  );
}

function Listed({ target, answer }: Asked<ListPage<ShownAnime>>): VNode {
  return (
    <Section id="listed" title="Anime by title">
      {answer.items.length === 0 ? (
        <p>No anime matches these filters. Try fewer of them.</p>
      ) : (
        <AnimeEntries items={answer.items} />
      )}
      <Pager label="Anime" target={useReader().target} nextCursor={answer.page.nextCursor} />
      <Behind target={target} what="the list" />
    </Section>
  );
}

/** The matching title of a hit, with the matching parts marked. */
function Reason({ title, language, ranges }: ShownHit['matchedTitle']): VNode {
  if (ranges.length === 0) return <p class="note">Found by the name of its series or by letters</p>;
  const characters = [...title];
  let at = 0;
  const pieces = ranges.flatMap(({ start, end }) => {
    const before = characters.slice(at, start).join('');
    at = end;
    return [before, <mark>{characters.slice(start, end).join('')}</mark>];
  });
  return (
    <p class="note found">
      Found by{' '}
      <bdi lang={language ?? ''}>
        {pieces}
        {characters.slice(at).join('')}
      </bdi>
      , {languageName(language)}
    </p>
  );
}

/** The interpretation of the text, where it differs from the text. */
function Understood({ corrected, leftOut, matchedBy, unmet, ...hints }: HitPage['interpretation']): VNode | null {
  const read = {
    year: hints.year !== null && `year ${hints.year}`,
    season: hints.season !== null && `season ${hints.season}`,
    part: hints.part !== null && `part ${hints.part}`,
    number: hints.number !== null && `number ${hints.number}`,
    format: hints.format !== null && words(hints.format),
    final: hints.isFinal && 'final season',
  };
  const met = Object.entries(read).filter(([wish, text]) => text !== false && !unmet.some((each) => each === wish));
  const notes = [
    met.length > 0 && `Ranked first: ${met.map(([, text]) => text).join(', ')}.`,
    unmet.length > 0 && `No ${unmet.map((wish) => read[wish]).join(', ')} found; showing the closest.`,
    corrected.length > 0 && `Corrected: ${corrected.map(({ typed, meant }) => `${typed} to ${meant}`).join(', ')}.`,
    leftOut.length > 0 &&
      `No title of the first result has ${leftOut.map((word) => `“${word}”`).join(', ')}; it may be another anime.`,
    matchedBy === 'letters' && 'The first result matches by letters only; it may be another anime.',
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : <p class="note">{notes.join(' ')}</p>;
}

/** The current filters, each with a link that removes it. */
function Chosen(): VNode | null {
  const { target } = useReader();
  const filters = [...queryOf(target)].filter(([name]) => !['q', 'after', 'limit'].includes(name));
  if (filters.length === 0) return null;
  return (
    <section aria-label="Filters in force">
      <ul class="chips">
        {filters.map(([name, value]) => (
          <li>
            <Link to={withoutCursor(withParameter(target, name, null))}>
              <span aria-hidden="true">✕</span> Without {name}: {value}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FacetProps = HitPage['facets'][number] & { readonly names: ReadonlyMap<string, string> };

/** @param names of genres and studios, by slug, as far as the hits tell them */
function Facet({ field, values, names }: FacetProps): VNode {
  const { target } = useReader();
  const chosen = (queryOf(target).get(field) ?? '').split(',').filter((value) => value !== '');
  const isSingle = field === 'year';
  return (
    <div>
      <h3>{words(field)}</h3>
      <ul>
        {values.map(({ value, count }) => {
          const text = String(value);
          const isChosen = chosen.includes(text);
          const others = isSingle ? [] : chosen.filter((other) => other !== text);
          const next = (isChosen ? others : [...others, text]).join(',');
          return (
            <li>
              <Link to={withoutCursor(withParameter(target, field, next === '' ? null : next))}>
                {isChosen && '✓ '}
                {['genre', 'studio'].includes(field) ? (names.get(text) ?? text) : words(text)}
              </Link>{' '}
              <span class="note">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A cursor belongs to its filters. */
function withoutCursor(target: string): string {
  return withParameter(target, 'after', null);
}
