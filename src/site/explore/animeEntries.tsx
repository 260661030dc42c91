import type { VNode } from 'preact';
import { AnimeLink, animeLine, Subtitle } from './animeLine.tsx';
import { Cover } from './cover.tsx';
import type { Reader } from './exploreShell.tsx';
import type { ShownAnime } from './shownAnime.ts';
import { titleInForm } from './titleForm.ts';

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
