import type { VNode } from 'preact';
import { parseUrl } from '../../base/parseUrl.ts';
import { Link } from '../design/link.tsx';
import { Title } from '../design/parts.tsx';
import { words } from '../design/words.ts';
import { useReader } from './exploreShell.tsx';
import { type ShownAnime, subtitleOf, type Titled, titleInForm } from './titles.ts';

function isOf(hosts: readonly string[], url: string): boolean {
  const { protocol, host } = parseUrl(url) ?? {};
  return protocol === 'https:' && host !== undefined && hosts.includes(host);
}

/**
 * The first picture of an allowed host, which gets no referrer; without one the title on colour and shapes that the id
 * gives. Its box has a fixed shape, so that the page does not shift.
 */
export function Cover({ anime }: { readonly anime: Pick<ShownAnime, 'id' | 'images'> & Titled }): VNode {
  const { titles, imageHosts } = useReader();
  const { text } = titleInForm(anime, titles);
  const shown = anime.images.find(({ url }) => isOf(imageHosts, url));
  if (shown === undefined) {
    const [hue, x, size] = [8, 4, 6].map((from) => Number.parseInt(anime.id.slice(-from).slice(0, 2), 16) / 256);
    // An attribute, because the page's policy forbids styles beside its own sheet, which makes tints of it.
    const colour = { color: `hsl(${(hue ?? 0) * 360} 70% 50%)` };
    return (
      <svg class="cover" viewBox="0 0 100 140" aria-hidden="true" {...colour}>
        <circle cx={(x ?? 0) * 100} cy="140" r={30 + (size ?? 0) * 50} />
        <circle cx={100 - (x ?? 0) * 60} cy={60 + (size ?? 0) * 60} r={12 + (x ?? 0) * 20} />
        <foreignObject width="100" height="140">
          <p>{text}</p>
        </foreignObject>
      </svg>
    );
  }
  return (
    <img
      class="cover"
      src={shown.url}
      alt={text}
      width={100}
      height={140}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
    />
  );
}

/** The title of an anime, which leads to its page. */
export function AnimeLink({ anime }: { readonly anime: Titled & Pick<ShownAnime, 'id'> }): VNode {
  return (
    <Link to={`/explore/anime/${anime.id}`}>
      <Title {...titleInForm(anime, useReader().titles)} />
    </Link>
  );
}

/** The title beside the shown one, where there is another. */
export function Subtitle({ anime }: { readonly anime: Titled }): VNode | null {
  const subtitle = subtitleOf(anime, useReader().titles);
  return (
    subtitle && (
      <p class="note">
        <Title {...subtitle} />
      </p>
    )
  );
}

/** What is known of `12 episodes`; false where nothing is. */
export function episodesOf({ episodes }: Pick<ShownAnime, 'episodes'>): string | false {
  return episodes !== null && (episodes === 1 ? '1 episode' : `${episodes} episodes`);
}

/** Facts in a line; false is none. */
export function lineOf(facts: readonly (string | number | false)[]): string {
  return facts.filter((fact) => fact !== false).join(' · ');
}

/** What is known of `TV · Spring 2013 · Finished · 25 episodes`. */
export function animeLine(anime: ShownAnime): string {
  const { format, season, year, status } = anime;
  return lineOf([
    format !== 'unknown' && words(format),
    year !== null && (season === null ? year : `${words(season)} ${year}`),
    status !== 'unknown' && words(status),
    episodesOf(anime),
  ]);
}

interface AnimeEntriesProps<Item> {
  readonly items: readonly Item[];
  /** The content below each entry. */
  readonly beside?: (item: Item) => VNode;
}

/** Anime in the given order, each with brief facts. */
export function AnimeEntries<Item extends ShownAnime>({ items, beside }: AnimeEntriesProps<Item>): VNode {
  return (
    <ol class="entries">
      {items.map((item) => (
        <li>
          <Cover anime={item} />
          <div>
            <p>
              <AnimeLink anime={item} />
            </p>
            <Subtitle anime={item} />
            {animeLine(item) !== '' && <p class="note">{animeLine(item)}</p>}
            {beside?.(item)}
          </div>
        </li>
      ))}
    </ol>
  );
}
