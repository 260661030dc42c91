import type { VNode } from 'preact';
import { Link } from '../design/link.tsx';
import { Title } from '../design/title.tsx';
import { words } from '../design/words.ts';
import { Cover } from './cover.tsx';
import type { Reader } from './exploreShell.tsx';
import type { ShownAnime, Titled } from './shownAnime.ts';
import { subtitleOf, type TitleForm, titleInForm } from './titleForm.ts';

interface AnimeLinkProps {
  readonly anime: Titled & Pick<ShownAnime, 'id'>;
  readonly titles: TitleForm;
}

/** The title of an anime, which leads to its page. */
export function AnimeLink({ anime, titles }: AnimeLinkProps): VNode {
  const { text, language } = titleInForm(anime, titles);
  return (
    <Link to={`/explore/anime/${anime.id}`}>
      <Title text={text} language={language} />
    </Link>
  );
}

/** The title beside the shown one, where there is another. */
export function Subtitle({ anime, titles }: { readonly anime: Titled; readonly titles: TitleForm }): VNode | null {
  const subtitle = subtitleOf(anime, titles);
  return (
    subtitle && (
      <p class="note">
        <Title {...subtitle} />
      </p>
    )
  );
}

/** What is known of `TV · spring 2013 · Finished · 25 episodes`. */
export function animeLine({ format, season, year, status, episodes }: ShownAnime): string {
  const facts = [
    format !== 'unknown' && words(format),
    year !== null && (season === null ? year : `${season} ${year}`),
    status !== 'unknown' && words(status),
    episodes !== null && (episodes === 1 ? '1 episode' : `${episodes} episodes`),
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}

interface AnimeEntriesProps<Item> {
  readonly items: readonly Item[];
  readonly reader: Reader;
  /** The content below each entry. */
  readonly beside?: (item: Item) => VNode;
}

/** Anime in the given order, each with brief facts. */
export function AnimeEntries<Item extends ShownAnime>({ items, reader, beside }: AnimeEntriesProps<Item>): VNode {
  return (
    <ol class="entries">
      {items.map((item) => (
        <li key={item.id}>
          <Cover anime={item} text={titleInForm(item, reader.titles).text} hosts={reader.imageHosts} />
          <div>
            <p>
              <AnimeLink anime={item} titles={reader.titles} />
            </p>
            <Subtitle anime={item} titles={reader.titles} />
            {animeLine(item) !== '' && <p class="note">{animeLine(item)}</p>}
            {beside?.(item)}
          </div>
        </li>
      ))}
    </ol>
  );
}
