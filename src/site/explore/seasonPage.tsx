import type { VNode } from 'preact';
import { Navigation } from '../design/navigation.tsx';
import { Pager } from '../design/pager.tsx';
import { words } from '../design/words.ts';
import { AnimeLink, Subtitle } from './animeLine.tsx';
import { Behind } from './behind.tsx';
import { Cover } from './cover.tsx';
import { explorePage, type Reader, TitleSwitch } from './exploreShell.tsx';
import type { ListPage, ShownAnime } from './shownAnime.ts';
import { titleInForm } from './titleForm.ts';

interface SeasonView {
  readonly reader: Reader;
  readonly year: number;
  readonly season: Season;
  /** The only format that is listed; null: all. */
  readonly format: string | null;
  readonly formats: readonly string[];
  readonly list: { readonly target: string; readonly answer: ListPage<ShownAnime> };
  /** The neighbouring seasons within the catalogue's range. */
  readonly beside: readonly { readonly year: number; readonly season: Season }[];
}

type Season = 'winter' | 'spring' | 'summer' | 'fall';

/** The anime of a season, by format and start. */
export function seasonPage({ reader, year, season, format, formats, list, beside }: SeasonView): string {
  const { items, page } = list.answer;
  const path = `/explore/season/${year}/${season}`;
  const ofFormat = (each: string) => `${path}?format=${each}`;
  const shown = formats.filter((each) => items.some((anime) => anime.format === each));
  return explorePage({
    title: `${words(season)} ${year}`,
    reader,
    children: (
      <>
        <h1>
          {words(season)} {year}
        </h1>
        <TitleSwitch {...reader} />
        <Navigation
          label="Seasons"
          links={beside.map((other) => [
            `/explore/season/${other.year}/${other.season}`,
            `${words(other.season)} ${other.year}`,
          ])}
        />
        <Navigation
          label="Formats"
          links={[[path, 'All formats'], ...formats.map((each) => [ofFormat(each), words(each)] as const)]}
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
