import type { ExternalId } from '../model/canonical.ts';
import { IDENTIFYING_SITES } from '../model/vocabulary.ts';
import type { AnimeRecord } from './record.ts';

/**
 * Every id a record states, by site: the order must not depend on the file's, which the stored record does not keep.
 * Its own key counts as an id of the site that its source is.
 */
export function externalIdsOf(record: Pick<AnimeRecord, 'source' | 'sourceId' | 'externalIds'>): ExternalId[] {
  const ids = Object.entries(record.externalIds ?? {})
    .map(([site, id]) => ({ site, id }))
    .sort((a, b) => (a.site < b.site ? -1 : 1));
  if (
    IDENTIFYING_SITES.has(record.source) &&
    !ids.some(({ site, id }) => site === record.source && id === record.sourceId)
  ) {
    ids.unshift({ site: record.source, id: record.sourceId });
  }
  return ids;
}

/** Those of its ids that identify. */
export function identitiesOf(record: Pick<AnimeRecord, 'source' | 'sourceId' | 'externalIds'>): ExternalId[] {
  return externalIdsOf(record).filter(({ site }) => IDENTIFYING_SITES.has(site));
}

/** One string for an id at a site, as a map's key. */
export function identityKey({ site, id }: ExternalId): string {
  return `${site}\u0000${id}`;
}
