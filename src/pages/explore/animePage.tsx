import type { ComponentChildren, VNode } from 'preact';
import { Facts } from '../../html/facts.tsx';
import { Link } from '../../html/link.tsx';
import { Table } from '../../html/table.tsx';
import { Time } from '../../html/time.tsx';
import { Title } from '../../html/title.tsx';
import { AnimeLink } from './animeLine.tsx';
import { Behind } from './behind.tsx';
import { explorePage, type Reader } from './explorePage.tsx';
import { languageName } from './languageName.ts';
import { Pager } from './pager.tsx';
import { Pictures } from './pictures.tsx';
import type { BriefEpisode, ListPage, ShownAnime, ShownEpisode, Term } from './shownAnime.ts';
import { siteLink } from './siteLink.ts';
import { titleInForm } from './titleForm.ts';
import { episodeState, known, words } from './words.ts';

interface AnimeView {
  readonly reader: Reader;
  readonly anime: { readonly target: string; readonly answer: ShownAnime };
  readonly episodes: { readonly target: string; readonly answer: ListPage<ShownEpisode> };
}

/** The page of an anime with all its facts. */
export function animePage({ reader, anime: { target, answer: anime }, episodes }: AnimeView): string {
  const { text, language } = titleInForm(anime, reader.titles);
  const { origin } = reader;
  return explorePage({
    title: text,
    reader,
    children: (
      <>
        <h1>
          <Title text={text} language={language} />
        </h1>
        <section aria-labelledby="facts">
          <h2 id="facts">Facts</h2>
          <Pictures images={anime.images} hosts={reader.imageHosts} alternative={`Picture of ${text}`} />
          <Facts facts={factsOf(anime)} />
          <h3>Synopsis</h3>
          <p class="synopsis">{known(anime.synopsis)}</p>
          <Titles {...anime} />
          <h3>The same at other sites</h3>
          <Listed items={anime.externalIds.map(siteEntry)} none="No id at another site is known." />
          <h3>Related anime</h3>
          <Listed
            items={anime.relations.map(({ type, anime: other }) => (
              <>
                {words(type)}: <AnimeLink anime={other} titles={reader.titles} /> ({words(other.format)})
              </>
            ))}
            none="No relation is known."
          />
          <Behind target={target} origin={origin} what="the anime" />
        </section>
        <section aria-labelledby="episodes">
          <h2 id="episodes">Episodes</h2>
          <Episodes items={episodes.answer.items} />
          <Pager label="Episodes" target={reader.target} nextCursor={episodes.answer.page.nextCursor} />
          <Behind target={episodes.target} origin={origin} what="its episodes" />
        </section>
      </>
    ),
  });
}

function factsOf(anime: ShownAnime): (readonly [string, ComponentChildren])[] {
  const { broadcast, nextEpisode, lastReleased } = anime;
  return [
    ['Format', words(anime.format)],
    ['Status', words(anime.status)],
    ['Season', seasonOf(anime)],
    ['Started', known(anime.startDate)],
    ['Ended', known(anime.endDate)],
    ['Episodes', known(anime.episodes)],
    ['Minutes an episode', known(anime.durationMinutes)],
    ['Genres', termsOf('genre', anime.genres)],
    ['Studios', termsOf('studio', anime.studios)],
    ['For adults', anime.isAdult === null ? 'unknown' : anime.isAdult ? 'yes' : 'no'],
    [
      'Broadcast',
      broadcast === null
        ? 'unknown'
        : `${words(broadcast.weekday)}, ${broadcast.time ?? 'time unknown'} (${broadcast.timezone})`,
    ],
    ['Official site', <Official key="site" at={anime.officialSite} />],
    ['Next episode', episodeBeside(nextEpisode, 'none is planned')],
    ['Last release', episodeBeside(lastReleased, 'none is confirmed')],
    ['Identifier', <code key="id">{anime.id}</code>],
    ...(anime.mergedIds.length === 0
      ? []
      : [['Merged into it', <Codes key="merged" texts={anime.mergedIds} />] as const]),
    ['Revision', anime.revision],
    ['Created', <Time key="created" at={new Date(anime.createdAt)} />],
    ['Changed', <Time key="updated" at={new Date(anime.updatedAt)} />],
  ];
}

function Official({ at: site }: { readonly at: string | null }): VNode {
  return site === null ? <>unknown</> : <Link to={site}>{site}</Link>;
}

function seasonOf({ year, season }: ShownAnime): ComponentChildren {
  if (year === null || season === null) return known(year);
  return (
    <Link to={`/explore/season/${year}/${season}`}>
      {words(season)} {year}
    </Link>
  );
}

/** Names that link to the other anime with them. */
function termsOf(filter: 'genre' | 'studio', terms: readonly Term[]): ComponentChildren {
  if (terms.length === 0) return 'unknown';
  return terms.map(({ slug, name }, at) => (
    <>
      {at > 0 && ', '}
      <Link to={`/explore?${new URLSearchParams({ [filter]: slug })}`}>{name}</Link>
    </>
  ));
}

function episodeBeside(episode: BriefEpisode | null | undefined, none: string): ComponentChildren {
  if (!episode) return none;
  const at = episode.releasedAt ?? episode.scheduledAt;
  return (
    <>
      {episode.number}, {episodeState(episode.status)}, {at === null ? 'time unknown' : <Time at={new Date(at)} />}
    </>
  );
}

function Codes({ texts }: { readonly texts: readonly string[] }): VNode {
  return (
    <>
      {texts.map((text) => (
        <div key={text}>
          <code>{text}</code>
        </div>
      ))}
    </>
  );
}

/** All titles by language and kind, the preferred one first. */
function Titles(anime: ShownAnime): VNode {
  const { title, alternativeTitles } = anime;
  const preferred = { title, language: titleInForm(anime, 'catalogued').language, kind: null };
  const languages = [...new Set(alternativeTitles.map(({ language }) => language))].sort((a, b) =>
    languageName(a).localeCompare(languageName(b), 'en'),
  );
  const others = languages.flatMap((language) => alternativeTitles.filter((each) => each.language === language));
  return (
    <Table
      caption="Titles by language and kind"
      columns={['Title', 'Language', 'Kind']}
      rows={[preferred, ...others].map((each, at) => ({
        key: String(at),
        cells: [
          <Title key="title" text={each.title} language={each.language} />,
          each.language === null ? 'unknown' : `${languageName(each.language)} (${each.language})`,
          each === preferred ? 'preferred' : known(each.kind),
        ],
      }))}
    />
  );
}

function siteEntry({ site, id }: ShownAnime['externalIds'][number]): VNode {
  const to = siteLink({ site, id });
  const text = `${site}: ${id}`;
  return to === null ? <span>{text}</span> : <Link to={to}>{text}</Link>;
}

function Listed({ items, none }: { readonly items: readonly VNode[]; readonly none: string }): VNode {
  if (items.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is rendered again.
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
}

function Episodes({ items }: { readonly items: readonly ShownEpisode[] }): VNode {
  if (items.length === 0) {
    return <p>No source has named an episode. They would be listed here with their plans and confirmed releases.</p>;
  }
  return (
    <Table
      caption="Episodes that sources have named, by number"
      columns={['Number', 'Title', 'State', 'Planned', 'Released']}
      rows={items.map((episode) => ({
        key: episode.id,
        cells: [
          episode.number,
          titleOf(episode),
          episodeState(episode.status),
          at(episode.scheduledAt),
          at(episode.releasedAt),
        ],
      }))}
    />
  );
}

function titleOf({ title, alternativeTitles }: ShownEpisode): ComponentChildren {
  if (title === null) return 'unknown';
  const language = alternativeTitles.find((other) => other.title === title)?.language ?? null;
  return <Title text={title} language={language} />;
}

function at(time: string | null): ComponentChildren {
  return time === null ? 'unknown' : <Time at={new Date(time)} />;
}
