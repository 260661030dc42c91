import type { VNode } from 'preact';
import { AnimeLink, animeLine } from './animeLine.tsx';
import type { ShownAnime } from './shownAnime.ts';
import type { TitleForm } from './titleForm.ts';

interface AnimeEntriesProps<Item> {
  readonly items: readonly Item[];
  readonly titles: TitleForm;
  /** What stands below each. */
  readonly beside?: (item: Item) => VNode;
}

/** Anime in their order, each with its facts in brief. */
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
