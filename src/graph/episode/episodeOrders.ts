import type { KeysetOrder, SortColumn } from '../reading/keysetList.ts';
import type { EpisodeEntity } from './episodeEntity.ts';

/** An order of episodes, with the sort key of an entity. */
export interface EpisodeOrder extends KeysetOrder {
  readonly positionOf: (episode: EpisodeEntity) => readonly string[];
}

const id: SortColumn = { sql: 'e.id', type: 'uuid', direction: 'asc' };

/** Within one anime: a number is unique there. */
export const numberOrder: EpisodeOrder = {
  kind: 'episode.number',
  columns: [{ sql: 'e.number', type: 'numeric', direction: 'asc' }],
  positionOf: (episode) => [episode.number.toFixed(2)],
};

/** Newest release first, ties by ascending id. */
export const releaseOrder: EpisodeOrder = {
  kind: 'episode.released',
  columns: [{ sql: 'e.released_at', type: 'timestamptz', direction: 'desc' }, id],
  positionOf: (episode) => [episode.releasedAt ?? '', episode.id],
};

/** Earliest plan first, ties by ascending id. */
export const scheduleOrder: EpisodeOrder = {
  kind: 'episode.scheduled',
  columns: [{ sql: 'e.scheduled_at', type: 'timestamptz', direction: 'asc' }, id],
  positionOf: (episode) => [episode.scheduledAt ?? '', episode.id],
};
