import type { VNode } from 'preact';
import { z } from 'zod';
import { YEARS } from '../../graph/model/limits.ts';
import { ANIME_FORMATS, SEASONS, type Season } from '../../graph/model/vocabulary.ts';
import { animeFilters } from '../../rest/anime/animeParameters.ts';
import { listAnime } from '../../rest/anime/listAnime.ts';
import { choiceParameter } from '../../rest/parameters/kinds.ts';
import { optional } from '../../rest/parameters/parameter.ts';
import { readValues } from '../../rest/parameters/read.ts';
import { Navigation, Pager } from '../design/link.tsx';
import { Section } from '../design/parts.tsx';
import { words } from '../design/words.ts';
import { AnimeLink, Cover, episodesOf, lineOf, Subtitle } from './animeEntries.tsx';
import { Behind, explorePage, TitleSwitch } from './exploreShell.tsx';
import { seasonAt, type YearSeason } from './newestSeason.ts';
import type { ExploreRoute } from './readerRequest.ts';
import type { ListPage, ShownAnime } from './titles.ts';

const values = z.object({
  year: animeFilters.year.unwrap(),
  season: choiceParameter({ choices: SEASONS, description: 'The season.' }),
  format: optional(choiceParameter({ choices: ANIME_FORMATS, description: 'The format that alone is shown.' })),
});

/** `/explore/season/{year}/{season}`: the anime of a season, by format and start. */
export const seasonRoute: ExploreRoute = {
  path: '/explore/season/{year}/{season}',
  query: ['format', 'after'],
  async render(request, texts) {
    const { year, season, format = null } = readValues(values, texts);
    const { target, answer } = await request.ask<ListPage<ShownAnime>>(listAnime, { ...texts, limit: '100' });
    const reader = request.reader();
    const path = pathOf({ year, season });
    const ofFormat = (each: string) => `${path}?format=${each}`;
    const shown = ANIME_FORMATS.filter((each) => answer.items.some((anime) => anime.format === each));
    return explorePage({
      title: nameOf({ year, season }),
      path,
      reader,
      description: `The anime of ${season} ${year}, with titles in every language, studios and episodes.`,
      children: (
        <>
          <h1>{nameOf({ year, season })}</h1>
          {shown.length > 0 && <TitleSwitch />}
          <Navigation label="Seasons" links={besideOf(year, season).map((its) => [pathOf(its), nameOf(its)])} />
          <Navigation
            label="Formats"
            links={[[path, 'All formats'], ...ANIME_FORMATS.map((each) => [ofFormat(each), words(each)] as const)]}
            current={format === null ? path : ofFormat(format)}
            isTabs
          />
          {shown.length === 0 && <p>No anime of this season and format.</p>}
          {shown.map((each) => (
            <Section id={`format-${each}`} title={words(each)}>
              <ul class="cards">
                {answer.items
                  .filter((anime) => anime.format === each)
                  .sort(byStart)
                  .map((anime) => (
                    <Card anime={anime} />
                  ))}
              </ul>
            </Section>
          ))}
          <Pager label="Anime" target={reader.target} nextCursor={answer.page.nextCursor} />
          <Behind target={target} what="the season" />
        </>
      ),
    });
  },
};

const pathOf = ({ year, season }: YearSeason) => `/explore/season/${year}/${season}`;
const nameOf = ({ year, season }: YearSeason) => `${words(season)} ${year}`;

/** The seasons before and after, of the years that anime may have. */
function besideOf(year: number, season: Season) {
  const position = year * SEASONS.length + SEASONS.indexOf(season);
  return [position - 1, position + 1].flatMap((at) => {
    const its = seasonAt(at);
    return its.year >= YEARS.from && its.year <= YEARS.to ? [its] : [];
  });
}

/** Earliest first; unknown starts are last. */
function byStart(a: ShownAnime, b: ShownAnime): number {
  const [first, second] = [a.startDate ?? '9999', b.startDate ?? '9999'];
  if (first !== second) return first < second ? -1 : 1;
  return a.title < b.title ? -1 : 1;
}

/** An anime of a season's grid. */
export function Card({ anime }: { readonly anime: ShownAnime }): VNode {
  const { studios, startDate } = anime;
  return (
    <li>
      <Cover anime={anime} />
      <p>
        <AnimeLink anime={anime} />
      </p>
      <Subtitle anime={anime} />
      <p class="note">
        {lineOf([
          startDate !== null && `from ${startDate}`,
          episodesOf(anime),
          studios.length > 0 && studios.map(({ name }) => name).join(', '),
        ])}
      </p>
    </li>
  );
}
