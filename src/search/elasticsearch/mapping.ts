import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import { NORMALISER_VERSION } from '../normaliser/version.ts';
import { KEY_FIELDS } from '../plan/indexedKeys.ts';
import type { FilterField } from '../plan/planFilters.ts';

/** The field of an anime's base score. Renaming it would rebuild every index. */
export const BASE_SCORE_FIELD = 'baseScore';

/** The field for words of titles in one length class. */
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

const filteredFields: Record<FilterField, estypes.MappingProperty> = {
  format: { type: 'keyword' },
  status: { type: 'keyword' },
  year: { type: 'short' },
  season: { type: 'keyword' },
  genre: { type: 'keyword' },
  studio: { type: 'keyword' },
  isAdult: { type: 'boolean' },
  // Dates yyyy-MM-dd sort as texts do.
  startDate: { type: 'keyword' },
  episodes: { type: 'integer' },
  airing: { type: 'keyword' },
};

/**
 * One flat document per anime. The normaliser supplies finished keys and tokens, so that no plugin and no analysis
 * beyond `whitespace` is needed. A tombstone has only an id: no query matches it.
 */
const mappings: estypes.MappingTypeMapping = {
  // A later release fills an index until its rebuild is done, in the fields that it has.
  dynamic: false,
  properties: {
    id: { type: 'keyword' },
    ...Object.fromEntries(KEY_FIELDS.map((field) => [field, key])),
    ...Object.fromEntries(Array.from({ length: LENGTH_CLASSES }, (_, length) => [wordsField(length), words])),
    // From one character on: of a shorter prefix the server counts bytes, of which a Han character has three.
    sequences: { ...words, index_prefixes: { min_chars: 1, max_chars: 10 } },
    ...filteredFields,
    [BASE_SCORE_FIELD]: { type: 'integer', index: false },
  },
};

const settings: estypes.IndicesIndexSettings = {
  // One shard: facet counts are exact, and scores need no merging. A catalogue fits easily.
  number_of_shards: 1,
  // No searches while it is being filled.
  refresh_interval: '-1',
};

/** When published. An explicit interval refreshes idle indexes too: the first search after a pause does not wait. */
export const PUBLISHED_SETTINGS: estypes.IndicesIndexSettings = { refresh_interval: '500ms' };

const OWNER = 'canonical-anime-catalog';

/** The metadata of an index. */
export interface IndexMeta {
  readonly owner: string;
  readonly version: string;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** The incarnation of the database that it was built from; absent in indexes of older releases. */
  readonly incarnation?: string;
}

const mapping = JSON.stringify([settings, PUBLISHED_SETTINGS, mappings]);
/** Of the normaliser and the mapping. */
const VERSION = `${NORMALISER_VERSION}-${createHash('sha256').update(mapping).digest('hex').slice(0, 12)}`;

export function indexDefinition(
  incarnation: string | undefined,
): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> {
  const meta: IndexMeta = {
    owner: OWNER,
    version: VERSION,
    createdAt: new Date().toISOString(),
    ...(incarnation !== undefined && { incarnation }),
  };
  return {
    // A copy beside the first, as soon as there is a second node to hold it.
    settings: { ...settings, auto_expand_replicas: '0-1' },
    mappings: { ...mappings, _meta: { ...meta } },
  };
}

/** The metadata of an index that this service created; undefined for any other. */
export function metaOf(index: estypes.IndicesIndexState): IndexMeta | undefined {
  const meta = index.mappings?._meta as Partial<IndexMeta> | undefined;
  return meta?.owner === OWNER ? (meta as IndexMeta) : undefined;
}

/** Whether the current normaliser and mapping built the index. */
export function isCurrent({ version }: IndexMeta): boolean {
  return version === VERSION;
}
