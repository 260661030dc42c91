import type { VNode } from 'preact';
import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, SEASONS, type Season } from '../../graph/model/vocabulary.ts';
import { animeParameters } from '../../rest/anime/animeParameters.ts';
import { listAnime } from '../../rest/anime/listAnime.ts';
import { choiceParameter } from '../../rest/parameters/kinds.ts';
import { optional } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import { Navigation } from '../design/navigation.tsx';
import { Pager } from '../design/pager.tsx';
import { words } from '../design/words.ts';
import { AnimeLink, Subtitle } from './animeEntries.tsx';
import { Cover } from './cover.tsx';
import { Behind, explorePage, type Reader, TitleSwitch } from './exploreShell.tsx';
import { seasonAt } from './newestSeason.ts';
import type { Asked, ExploreRoute } from './readerRequest.ts';
import type { ListPage, ShownAnime } from './shownAnime.ts';
import { titleInForm } from './titleForm.ts';

const values = z.object({
  year: animeParameters.year,
  season: choiceParameter({ choices: SEASONS, description: 'The season.' }),
  format: optional(choiceParameter({ choices: ANIME_FORMATS, description: 'The format that alone is shown.' })),
});

/** `/explore/season/{year}/{season}`: the anime of a season. */
export const seasonRoute: ExploreRoute = {
  path: '/explore/season/{year}/{season}',
  query: ['format', 'after'],
  async render(request, texts) {
    const { year, season, format = null } = readValues(values, texts);
    const list = await request.ask<ListPage<ShownAnime>>(listAnime, { ...texts, limit: '100' });
    return seasonPage({ reader: request.reader, year, season, format, list });
  },
};

/** The seasons before and after, of the years that anime may have. */
function besideOf(year: number, season: Season) {
  const position = year * SEASONS.length + SEASONS.indexOf(season);
  return [position - 1, position + 1].flatMap((at) => {
    const its = seasonAt(at);
    return its.year >= YEARS.from && its.year <= YEARS.to ? [its] : [];
  });
}

interface SeasonView {
  readonly reader: Reader;
  readonly year: number;
  readonly season: Season;
  /** The only format that is listed; null: all. */
  readonly format: string | null;
  readonly list: Asked<ListPage<ShownAnime>>;
}

/** The anime of a season, by format and start. */
function seasonPage({ reader, year, season, format, list }: SeasonView): string {
  const { items, page } = list.answer;
  const path = `/explore/season/${year}/${season}`;
  const ofFormat = (each: string) => `${path}?format=${each}`;
  const shown = ANIME_FORMATS.filter((each) => items.some((anime) => anime.format === each));
  return explorePage({
    title: `${words(season)} ${year}`,
    path,
    reader,
    description: `The anime of ${season} ${year}, with titles in every language, studios and episodes.`,
    children: (
      <>
        <h1>
          {words(season)} {year}
        </h1>
        <TitleSwitch {...reader} />
        <Navigation
          label="Seasons"
          links={besideOf(year, season).map((other) => [
            `/explore/season/${other.year}/${other.season}`,
            `${words(other.season)} ${other.year}`,
          ])}
        />
        <Navigation
          label="Formats"
          links={[[path, 'All formats'], ...ANIME_FORMATS.map((each) => [ofFormat(each), words(each)] as const)]}
          current={format === null ? path : ofFormat(format)}
          isTabs
        />
        {items.length === 0 && (
          <p>No anime of this season and format is catalogued. The seasons beside it are linked above.</p>
        )}
        {shown.map((each) => (
          <section key={each} aria-labelledby={`format-${each}`}>
            <h2 id={`format-${each}`}>{words(each)}</h2>
            <ul class="cards">
              {items
                .filter((anime) => anime.format === each)
                .sort(byStart)
                .map((anime) => (
                  <Card key={anime.id} anime={anime} reader={reader} />
                ))}
            </ul>
          </section>
        ))}
        <Pager label="Anime" target={reader.target} nextCursor={page.nextCursor} />
        <Behind target={list.target} origin={reader.origin} what="the season" />
      </>
    ),
  });
}

/** Earliest first; unknown starts are last. */
function byStart(a: ShownAnime, b: ShownAnime): number {
  const [first, second] = [a.startDate ?? '9999', b.startDate ?? '9999'];
  if (first !== second) return first < second ? -1 : 1;
  return a.title < b.title ? -1 : 1;
}

function Card({ anime, reader }: { readonly anime: ShownAnime; readonly reader: Reader }): VNode {
  const { studios, startDate, episodes } = anime;
  const facts = [
    startDate !== null && `from ${startDate}`,
    episodes !== null && (episodes === 1 ? '1 episode' : `${episodes} episodes`),
    studios.length > 0 && studios.map(({ name }) => name).join(', '),
  ];
  return (
    <li>
      <Cover anime={anime} text={titleInForm(anime, reader.titles).text} hosts={reader.imageHosts} />
      <p>
        <AnimeLink anime={anime} titles={reader.titles} />
      </p>
      <Subtitle anime={anime} titles={reader.titles} />
      <p class="note">{facts.filter((fact) => fact !== false).join(' · ')}</p>
    </li>
  );
}
