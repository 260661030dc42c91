import { ANIME_STATUSES, type AnimeSort } from '../model/vocabulary.ts';
import type { KeysetOrder, SortColumn } from '../reading/keysetList.ts';
import type { AnimeEntity } from './animeEntity.ts';

/** An order of anime, with the sort key of an entity. */
export interface AnimeOrder extends KeysetOrder {
  readonly positionOf: (anime: AnimeEntity) => readonly string[];
}

const id: SortColumn = { sql: 'a.id', type: 'uuid', direction: 'asc' };

/**
 * By status, as the indexes of times of change lead with it: what airs or is announced changes most, so that a filter
 * of the rest would read past all of it.
 */
export const animeParts: readonly string[] = ANIME_STATUSES.map((status) => `a.status = '${status}'`);

/** The orders of the anime list; ties break by ascending id. */
export const animeOrders: Record<AnimeSort, AnimeOrder> = {
  'id.asc': {
    kind: 'anime.id',
    columns: [id],
    index: `a.id >= '00000000-0000-0000-0000-000000000000'`,
    positionOf: (anime) => [anime.id],
  },
  'title.asc': {
    kind: 'anime.title',
    columns: [{ sql: 'a.title', type: 'text', direction: 'asc' }, id],
    index: `a.title >= ''`,
    positionOf: (anime) => [anime.title, anime.id],
  },
  'updated.desc': {
    kind: 'anime.updated',
    columns: [{ sql: 'a.updated_at', type: 'timestamptz', direction: 'desc' }, id],
    index: `a.updated_at > '-infinity'`,
    parts: animeParts,
    positionOf: (anime) => [anime.updatedAt, anime.id],
  },
};

/** Newest start date first; only anime with a known one. */
export const premiereOrder: AnimeOrder = {
  kind: 'anime.premiere',
  columns: [{ sql: 'a.start_date', type: 'date', direction: 'desc' }, id],
  index: `a.start_date > '-infinity'`,
  positionOf: (anime) => [anime.startDate ?? '', anime.id],
};
