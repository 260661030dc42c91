import { lookupOf } from '../reading/lookup.ts';
import { episodeSource } from './episodeEntity.ts';

/** Episodes by ids; one that ended in a merge leads to the episode that it became. */
export const episodesByIdsLookup = lookupOf({
  source: episodeSource,
  found: (ids, bindings) => `SELECT k.n, coalesce(e.id, l.episode_id) AS id
    FROM unnest(${bindings.add(ids, 'uuid[]')}) WITH ORDINALITY k (id, n)
    LEFT JOIN episode e ON e.id = k.id LEFT JOIN episode_alias l ON l.id = k.id`,
  parameter: 'ids',
});
