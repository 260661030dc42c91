import type { VNode } from 'preact';
import { AnimeLink, animeLine } from './animeLine.tsx';
import type { ShownAnime } from './shownAnime.ts';
import type { TitleForm } from './titleForm.ts';

interface AnimeEntriesProps<Item> {
  readonly items: readonly Item[];
  readonly titles: TitleForm;
  /** The content below each entry. */
  readonly beside?: (item: Item) => VNode;
}

/** Anime in the given order, each with brief facts. */
export function AnimeEntries<Item extends ShownAnime>({ items, titles, beside }: AnimeEntriesProps<Item>): VNode {
  return (
    <ol class="entries">
      {items.map((item) => (
        <li key={item.id}>
          <p>
            <AnimeLink anime={item} titles={titles} />
          </p>
          <p class="note">{animeLine(item)}</p>
          {beside?.(item)}
        </li>
      ))}
    </ol>
  );
}
