import type { Client, estypes } from '@elastic/elasticsearch';
import { SearchUnavailableError } from '../../graph/model/errors.ts';
import { isIndexName } from './indexName.ts';
import { type IndexMeta, metaOf } from './mapping.ts';
import type { RequestLimits } from './openClient.ts';
import { isMissing, orUnavailable } from './unavailable.ts';

export interface OwnIndex {
  readonly name: string;
  readonly meta: IndexMeta;
  readonly aliases: readonly string[];
}

/** The indexes of this service among those that an expression finds: named by us and marked as ours. None when it finds none. */
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
