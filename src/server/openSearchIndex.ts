import type { Configuration } from '../configuration/configuration.ts';
import type { SearchIndex } from '../graph/search/port.ts';

/**
 * The configured search engine; the code of the other one is not loaded.
 * @param elasticsearch null: the embedded one
 */
export async function openSearchIndex(elasticsearch: Configuration['elasticsearch']): Promise<SearchIndex> {
  if (elasticsearch === null) {
    const { EmbeddedSearchIndex } = await import('../search/embedded/embeddedSearchIndex.ts');
    return new EmbeddedSearchIndex();
  }
  const { ElasticsearchIndex } = await import('../search/elasticsearch/elasticsearchIndex.ts');
  const { nodes, apiKey, index } = elasticsearch;
  return new ElasticsearchIndex({ alias: index, nodes, ...(apiKey === null ? {} : { apiKey }) });
}
