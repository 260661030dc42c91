import type { AnimeSort } from '../model/vocabulary.ts';
import type { KeysetOrder, SortColumn } from '../reading/keysetList.ts';
import type { AnimeEntity } from './animeEntity.ts';

/** An order of anime, with the sort key of an entity. */
export interface AnimeOrder extends KeysetOrder {
  readonly positionOf: (anime: AnimeEntity) => readonly string[];
}

const id: SortColumn = { sql: 'a.id', type: 'uuid', direction: 'asc' };

/** The orders of the anime list; ties break by ascending id. */
export const animeOrders: Record<AnimeSort, AnimeOrder> = {
  'id.asc': { kind: 'anime.id', columns: [id], positionOf: (anime) => [anime.id] },
  'title.asc': {
    kind: 'anime.title',
    columns: [{ sql: 'a.title', type: 'text', direction: 'asc' }, id],
    positionOf: (anime) => [anime.title, anime.id],
  },
  'updated.desc': {
    kind: 'anime.updated',
    columns: [{ sql: 'a.updated_at', type: 'timestamptz', direction: 'desc' }, id],
    positionOf: (anime) => [anime.updatedAt, anime.id],
  },
};

/** Newest start date first; only anime with a known one. */
export const premiereOrder: AnimeOrder = {
  kind: 'anime.premiere',
  columns: [{ sql: 'a.start_date', type: 'date', direction: 'desc' }, id],
  positionOf: (anime) => [anime.startDate ?? '', anime.id],
};
