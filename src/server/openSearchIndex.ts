import type { Configuration } from '../configuration/configuration.ts';
import type { SearchIndex } from '../graph/search/port.ts';

/**
 * The configured search engine; the code of the other one is not loaded.
 * @param elasticsearch null: the embedded one
 * @param onResult called with the result of each request to Elasticsearch
 */
export async function openSearchIndex(
  elasticsearch: Configuration['elasticsearch'],
  onResult: (result: string) => void = () => {},
): Promise<SearchIndex> {
  if (elasticsearch === null) {
    const { EmbeddedSearchIndex } = await import('../search/embedded/embeddedSearchIndex.ts');
    return new EmbeddedSearchIndex();
  }
  const { ElasticsearchIndex } = await import('../search/elasticsearch/elasticsearchIndex.ts');
  const { nodes, apiKey, index, replicas } = elasticsearch;
  return new ElasticsearchIndex({ alias: index, nodes, replicas, onResult, ...(apiKey === null ? {} : { apiKey }) });
}
