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

/** The indexes with our naming and our mark. */
export async function ownIndexes(client: Client, alias: string): Promise<OwnIndex[]> {
  return own(alias, await getIndexes(client, `${alias}-v*`));
}

/**
 * The index behind the alias; undefined when there is none.
 * @throws SearchUnavailableError, also when something foreign has the alias's name
 */
export async function publishedIndex(
  client: Client,
  alias: string,
  limits?: RequestLimits,
): Promise<OwnIndex | undefined> {
  const found = await getIndexes(client, alias, limits);
  const [index] = own(alias, found);
  if (!index && Object.keys(found).length > 0) {
    throw new SearchUnavailableError(
      `the name ${alias} is taken by an index that this service did not create: delete it, or set ELASTICSEARCH_INDEX to another name`,
    );
  }
  return index;
}

async function getIndexes(
  client: Client,
  expression: string,
  limits?: RequestLimits,
): Promise<estypes.IndicesGetResponse> {
  return await orUnavailable(`reading ${expression}`, async () => {
    try {
      return await client.indices.get({ index: expression, features: ['aliases', 'mappings'] }, limits);
    } catch (error) {
      if (isMissing(error)) return {};
      throw error;
    }
  });
}

function own(alias: string, found: estypes.IndicesGetResponse): OwnIndex[] {
  return Object.entries(found).flatMap(([name, index]) => {
    const meta = isIndexName(alias, name) ? metaOf(index) : undefined;
    return meta ? [{ name, meta, aliases: Object.keys(index.aliases ?? {}) }] : [];
  });
}

/**
 * Every index is written through its own alias with `require_alias`: a write to a deleted index then fails, where a
 * write by name would recreate it with a guessed mapping.
 */
export function writeAlias(index: string): string {
  return `${index}-write`;
}

/** A new name, e.g. `anime-catalog-v20240131120000-3f9c2a`; names sort by time. */
export function newIndexName(alias: string): string {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `${alias}-v${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Whether the name has the form of `newIndexName` for this alias: a wildcard may match foreign indexes. */
function isIndexName(alias: string, name: string): boolean {
  return name.startsWith(`${alias}-v`) && /^\d{14}-[0-9a-f]{6}$/.test(name.slice(alias.length + 2));
}

/** How many searchable anime an index holds; tombstones have no format. */
export async function countAnime(client: Client, index: string, limits?: RequestLimits): Promise<number> {
  const query = { exists: { field: 'format' } };
  const { count } = await orUnavailable(`counting ${index}`, () => client.count({ index, query }, limits));
  return count;
}

/** Makes what was written findable. @param index its name or alias */
export async function refreshIndex(client: Client, index: string): Promise<void> {
  await orUnavailable(`refreshing ${index}`, () => client.indices.refresh({ index }));
}
