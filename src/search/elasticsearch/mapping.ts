import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import { NORMALISER_VERSION } from '../normaliser/version.ts';

/** The field of an anime's base score. Under another name every index would be rebuilt. */
export const BASE_SCORE_FIELD = 'standing';

/** The field of the words of titles of one class of length. */
export function wordsField(length: number): string {
  return `words${length}`;
}

const key: estypes.MappingProperty = { type: 'keyword', doc_values: false, index_options: 'docs', norms: false };

const words: estypes.MappingProperty = {
  type: 'text',
  analyzer: 'whitespace',
  norms: false,
  // Separates the titles of an anime: `max_gaps` of a words query is smaller.
  position_increment_gap: 1000,
  index_prefixes: { min_chars: 1, max_chars: 8 },
};

/**
 * One flat document an anime. The normaliser makes ready keys and tokens, so that no plugin and no analysis beyond
 * `whitespace` is needed. A tombstone has nothing but its id: no query matches it.
 */
const mappings: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  properties: {
    id: { type: 'keyword' },
    exact: key,
    raw: key,
    folded: key,
    openings: key,
    spaced: key,
    initials: key,
    abbreviations: key,
    series: key,
    traits: key,
    ...Object.fromEntries(Array.from({ length: LENGTH_CLASSES }, (_, length) => [wordsField(length), words])),
    sequences: {
      type: 'text',
      analyzer: 'whitespace',
      norms: false,
      position_increment_gap: 1000,
      index_prefixes: { min_chars: 2, max_chars: 10 },
    },
    format: { type: 'keyword' },
    status: { type: 'keyword' },
    year: { type: 'short' },
    [BASE_SCORE_FIELD]: { type: 'integer', index: false },
  },
};

const settings: estypes.IndicesIndexSettings = {
  // One shard: counts of facets are exact, and scores need no merging. A catalogue fits easily.
  number_of_shards: 1,
  // A copy on a second node as soon as there is one.
  auto_expand_replicas: '0-1',
  // No searches while it is being filled.
  refresh_interval: '-1',
};

/**
 * Once published. Set at all, so that an idle index is refreshed too and the first search after a pause does not wait.
 */
export const PUBLISHED_SETTINGS: estypes.IndicesIndexSettings = { refresh_interval: '500ms' };

const OWNER = 'canonical-anime-catalog';

/** What an index says of itself. */
export interface IndexMeta {
  readonly owner: string;
  readonly normaliser: string;
  readonly mapping: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** The life of the database that it was built from; absent when not told, as in indexes of older releases. */
  readonly incarnation?: string;
}

const MAPPING_VERSION = createHash('sha256')
  .update(JSON.stringify([settings, PUBLISHED_SETTINGS, mappings]))
  .digest('hex')
  .slice(0, 12);

export function indexDefinition(
  incarnation: string | undefined,
): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> {
  const meta: IndexMeta = {
    owner: OWNER,
    normaliser: NORMALISER_VERSION,
    mapping: MAPPING_VERSION,
    createdAt: new Date().toISOString(),
    ...(incarnation !== undefined && { incarnation }),
  };
  return { settings, mappings: { ...mappings, _meta: { ...meta } } };
}

/** The meta of an index that this service created; undefined for any other. */
export function metaOf(index: estypes.IndicesIndexState): IndexMeta | undefined {
  const meta = index.mappings?._meta as Partial<IndexMeta> | undefined;
  return meta?.owner === OWNER ? (meta as IndexMeta) : undefined;
}

/** Whether today's normaliser and mapping built the index. */
export function isCurrent(meta: IndexMeta): boolean {
  return meta.normaliser === NORMALISER_VERSION && meta.mapping === MAPPING_VERSION;
}
