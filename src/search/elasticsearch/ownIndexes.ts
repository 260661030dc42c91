import { randomBytes } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';
import { isMissing, orUnavailable } from './failure.ts';
import { type IndexMeta, metaOf } from './mapping.ts';
import type { RequestLimits } from './openClient.ts';

export interface OwnIndex {
  readonly name: string;
  readonly meta: IndexMeta;
  readonly aliases: readonly string[];
}

/**
 * The indexes of this service among those that an expression finds: named by us and
 * marked as ours. None when it finds none.
 */
export async function ownIndexes(client: Client, alias: string, expression: string): Promise<OwnIndex[]> {
  return own(alias, await orUnavailable(`reading ${expression}`, () => getIndexes(client, expression)));
}

function own(alias: string, found: estypes.IndicesGetResponse): OwnIndex[] {
  return Object.entries(found).flatMap(([name, index]) => {
    const meta = isIndexName(alias, name) ? metaOf(index) : undefined;
    return meta ? [{ name, meta, aliases: Object.keys(index.aliases ?? {}) }] : [];
  });
}

async function getIndexes(
  client: Client,
  expression: string,
  limits: RequestLimits = {},
): Promise<estypes.IndicesGetResponse> {
  try {
    return await client.indices.get({ index: expression, features: ['aliases', 'mappings'] }, { ...limits });
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

/**
 * The index behind the alias; undefined when there is none.
 * @throws SearchUnavailableError also when something that is not ours has the alias's name
 */
export async function publishedIndex(
  client: Client,
  alias: string,
  limits: RequestLimits = {},
): Promise<OwnIndex | undefined> {
  const found = await orUnavailable(`reading ${alias}`, () => getIndexes(client, alias, { ...limits }));
  const [index] = own(alias, found);
  if (!index && Object.keys(found).length > 0) {
    throw new SearchUnavailableError(
      `the name ${alias} is taken by an index that this service did not create: delete it, or set ELASTICSEARCH_INDEX to another name`,
    );
  }
  return index;
}

/**
 * The previously published index keeps this alias, so that an operator finds it and a rebuild knows not to delete it.
 */
export function previousAlias(alias: string): string {
  return `${alias}-previous`;
}

/**
 * Every index is written through an alias of its own with `require_alias`: a write to a deleted index fails,
 * where a write by name would let the server create it again with a guessed mapping.
 */
export function writeAlias(index: string): string {
  return `${index}-write`;
}

/** A new name, e.g. `anime-catalog-v20240131120000-3f9c2a`; later names sort later. */
export function newIndexName(alias: string, now = new Date()): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `${alias}-v${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Whether `newIndexName` gives such a name for this alias: what a wildcard finds may not be ours. */
function isIndexName(alias: string, name: string): boolean {
  return name.startsWith(`${alias}-v`) && /^\d{14}-[0-9a-f]{6}$/.test(name.slice(alias.length + 2));
}

/** How many anime an index holds and finds; tombstones have no format. */
export async function countAnime(client: Client, index: string, limits: RequestLimits = {}): Promise<number> {
  const { count } = await orUnavailable(`counting ${index}`, () =>
    client.count({ index, query: { exists: { field: 'format' } } }, { ...limits }),
  );
  return count;
}
