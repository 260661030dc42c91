import type { Configuration } from '../configuration/configuration.ts';
import type { SearchIndex } from '../graph/search/port.ts';

/**
 * The configured search engine; the code of the other one is not loaded.
 * @param onResult called with the result of each request to Elasticsearch and what it took
 */
export async function openSearchIndex(
  configuration: Pick<Configuration, 'ELASTICSEARCH_URL' | 'ELASTICSEARCH_API_KEY' | 'ELASTICSEARCH_INDEX'>,
  onResult: (result: string, seconds: number) => void = () => {},
): Promise<SearchIndex> {
  const { ELASTICSEARCH_URL: nodes, ELASTICSEARCH_API_KEY: apiKey, ELASTICSEARCH_INDEX: alias } = configuration;
  if (nodes === undefined) {
    const { EmbeddedSearchIndex } = await import('../search/embedded/embeddedSearchIndex.ts');
    return new EmbeddedSearchIndex();
  }
  const { ElasticsearchIndex } = await import('../search/elasticsearch/elasticsearchIndex.ts');
  return new ElasticsearchIndex({ alias, nodes, onResult, ...(apiKey === undefined ? {} : { apiKey }) });
}
