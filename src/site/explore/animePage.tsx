import type { ComponentChildren, VNode } from 'preact';
import { parseUrl } from '../../base/parseUrl.ts';
import { getAnime } from '../../rest/anime/getAnime.ts';
import { listAnimeEpisodes } from '../../rest/episode/listAnimeEpisodes.ts';
import { Link, Pager } from '../design/link.tsx';
import { Facts, joined, Section, Time, Title, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { siteLink, stateOf, words } from '../design/words.ts';
import { AnimeLink, animeLine, Cover, Subtitle } from './animeEntries.tsx';
import { Behind, explorePage, TitleSwitch } from './exploreShell.tsx';
import type { ExploreRoute } from './readerRequest.ts';
import { type ListPage, languageName, type ShownAnime, type ShownEpisode, titleInForm } from './titles.ts';

/** `/explore/anime/{id}`: one anime with its episodes, what is known of it first, what programs need folded. */
export const animeRoute: ExploreRoute = {
  path: '/explore/anime/{id}',
  query: ['after'],
  async render(request, { id = '', ...page }) {
    const { target, answer: anime } = await request.ask<ShownAnime>(getAnime, {
      id,
      include: 'nextEpisode,lastReleased',
    });
    const episodes = await request.ask<ListPage<ShownEpisode>>(listAnimeEpisodes, { id, limit: '100', ...page });
    const reader = request.reader();
    const { text, language } = titleInForm(anime, reader.titles);
    const line = animeLine(anime);
    return explorePage({
      title: text,
      path: `/explore/anime/${anime.id}`,
      reader,
      description: describe(anime, line),
      children: (
        <>
          <div class="head">
            <Cover anime={anime} />
            <div>
              <h1>
                <Title text={text} language={language} />
              </h1>
              <Subtitle anime={anime} />
              <TitleSwitch />
              {line !== '' && <p>{line}</p>}
              <Facts facts={firstFacts(anime)} />
              {anime.genres.length > 0 && (
                <ul class="chips" aria-label="Genres">
                  {anime.genres.map((genre) => (
                    <li>
                      <TermLink filter="genre" {...genre} />
                    </li>
                  ))}
                </ul>
              )}
              {anime.synopsis !== null && <p class="synopsis">{anime.synopsis}</p>}
            </div>
          </div>
          <Section id="facts" title="Facts">
            <Facts facts={factsOf(anime)} />
            <div class="titles">
              <Titles {...anime} />
            </div>
            <Listed
              title="External links"
              items={[...anime.externalIds.map(siteEntry), ...anime.images.map(pictureEntry)]}
            />
            <Listed
              title="Related anime"
              items={anime.relations.map(({ type, anime: other }) => (
                <>
                  {words(type)}: <AnimeLink anime={other} /> ({words(other.format)})
                </>
              ))}
            />
            <details>
              <summary>Identifiers and revision</summary>
              <Facts facts={machineFacts(anime)} />
            </details>
            <Behind target={target} what="the anime" />
          </Section>
          <Section id="episodes" title="Episodes">
            <Episodes items={episodes.answer.items} />
            <Pager label="Episodes" target={reader.target} nextCursor={episodes.answer.page.nextCursor} />
            <Behind target={episodes.target} what="its episodes" />
          </Section>
        </>
      ),
    });
  },
};

const LONGEST = 200;

/** A sentence or two: what it is called, what it is, how it begins. */
function describe({ titles, synopsis }: ShownAnime, line: string): string {
  const names = [titles.english, titles.romaji, titles.native].filter((name) => name !== null);
  const text = [[...new Set(names)].join(' / '), line, synopsis].filter((part) => part).join('. ');
  const begin = [...text].slice(0, LONGEST).join('');
  return begin === text ? text : `${begin.replace(/\s+\S*$/, '')} …`;
}

/** What people ask for first; null is not shown. */
function firstFacts({ studios, nextEpisode }: ShownAnime): (readonly [string, ComponentChildren])[] {
  const links = joined(studios.map((its) => <TermLink filter="studio" {...its} />));
  return [
    ['Studios', studios.length === 0 ? null : links],
    ['Next episode', episodeBeside(nextEpisode)],
  ];
}

/** What people ask for then; null is not shown. */
function factsOf(anime: ShownAnime): (readonly [string, ComponentChildren])[] {
  const { broadcast, lastReleased, isAdult, officialSite } = anime;
  return [
    ['Season', seasonOf(anime)],
    ['Started', anime.startDate],
    ['Ended', anime.endDate],
    ['Minutes per episode', anime.durationMinutes],
    ['Adult', isAdult === null ? null : isAdult ? 'yes' : 'no'],
    [
      'Broadcast',
      broadcast &&
        `${words(broadcast.weekday)}${broadcast.time === null ? '' : `, ${broadcast.time}`} (${broadcast.timezone})`,
    ],
    ['Official site', officialSite && <Link to={officialSite}>{officialSite}</Link>],
    ['Last release', episodeBeside(lastReleased)],
  ];
}

/** What programs ask for. */
function machineFacts(anime: ShownAnime): (readonly [string, ComponentChildren])[] {
  return [
    ['Identifier', <code>{anime.id}</code>],
    ...anime.mergedIds.map((id) => ['Merged into it', <code>{id}</code>] as const),
    ['Revision', anime.revision],
    ['Created', <Time at={anime.createdAt} />],
    ['Changed', <Time at={anime.updatedAt} />],
  ];
}

function seasonOf({ year, season }: ShownAnime): ComponentChildren {
  if (year === null || season === null) return year;
  return (
    <Link to={`/explore/season/${year}/${season}`}>
      {words(season)} {year}
    </Link>
  );
}

type Term = ShownAnime['genres'][number];

/** Leads to the other anime that have it. */
function TermLink({ filter, slug, name }: Term & { readonly filter: 'genre' | 'studio' }): VNode {
  return <Link to={`/explore?${new URLSearchParams({ [filter]: slug })}`}>{name}</Link>;
}

function episodeBeside(episode: ShownAnime['nextEpisode']): ComponentChildren {
  if (!episode) return null;
  const at = episode.releasedAt ?? episode.scheduledAt;
  return (
    <>
      {episode.number}, {stateOf(episode.status)}, {timeOr(at, 'time unknown')}
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
      rows={[preferred, ...others].map((each) => [
        <Title text={each.title} language={each.language} />,
        each.language !== null && `${languageName(each.language)} (${each.language})`,
        each === preferred ? 'preferred' : each.kind,
      ])}
    />
  );
}

function siteEntry({ site, id }: ShownAnime['externalIds'][number]): VNode {
  const page = siteLink({ site, id });
  return page === null ? <span>{`${site}: ${id}`}</span> : <Link to={page.to}>{page.name}</Link>;
}

function pictureEntry({ url, width, height }: ShownAnime['images'][number]): VNode {
  return (
    <Link to={url}>
      Picture at {parseUrl(url)?.host || url}
      {width !== null && height !== null && `, ${width} × ${height}`}
    </Link>
  );
}

function Listed({ title, items }: { readonly title: string; readonly items: readonly VNode[] }): VNode | null {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </>
  );
}

function Episodes({ items }: { readonly items: readonly ShownEpisode[] }): VNode {
  return (
    <Table
      none="No episodes are known."
      caption="Episodes that sources have named, by number"
      columns={['Number', 'Title', 'State', 'Planned', 'Released']}
      rows={items.map((episode) => [
        episode.number,
        titleOf(episode),
        stateOf(episode.status),
        timeOr(episode.scheduledAt, 'unknown'),
        timeOr(episode.releasedAt, 'unknown'),
      ])}
    />
  );
}

function titleOf({ title, alternativeTitles }: ShownEpisode): ComponentChildren {
  if (title === null) return 'unknown';
  const language = alternativeTitles.find((other) => other.title === title)?.language ?? null;
  return <Title text={title} language={language} />;
}
