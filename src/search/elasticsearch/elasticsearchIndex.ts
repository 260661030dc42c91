import type { Client } from '@elastic/elasticsearch';
import type {
  SearchAnswer,
  SearchChange,
  SearchIndex,
  SearchIndexRebuild,
  SearchIndexStatus,
  SearchRequest,
} from '../../graph/search/port.ts';
import { countAnime } from './countAnime.ts';
import { beginElasticsearchRebuild } from './elasticsearchRebuild.ts';
import { isCurrent } from './mapping.ts';
import { type ElasticsearchConnection, openClient } from './openClient.ts';
import { publishedIndex } from './publishedIndex.ts';
import { searchAlias } from './searchAlias.ts';
import { orUnavailable } from './unavailable.ts';
import { writeChanges } from './writeChanges.ts';

export interface ElasticsearchIndexOptions extends ElasticsearchConnection {
  /** Alias of the published index and beginning of the names of all indexes. An API key needs all privileges on `ALIAS*`. */
  readonly alias: string;
}

/** The search index in an Elasticsearch cluster, version 8 or 9. Opens no connection before it is used. */
export class ElasticsearchIndex implements SearchIndex {
  readonly #client: Client;
  readonly #alias: string;

  constructor({ alias, ...connection }: ElasticsearchIndexOptions) {
    this.#client = openClient(connection);
    this.#alias = alias;
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    return await searchAlias(this.#client, this.#alias, request);
  }

  async status(): Promise<SearchIndexStatus> {
    const index = await publishedIndex(this.#client, this.#alias);
    if (!index) return { state: 'missing', name: null, documents: 0, builtAt: null };
    return {
      state: isCurrent(index.meta) ? 'ready' : 'outdated',
      name: index.name,
      documents: await countAnime(this.#client, index.name),
      builtAt: new Date(index.meta.createdAt),
    };
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await writeChanges(this.#client, this.#alias, changes);
  }

  async refresh(): Promise<void> {
    await orUnavailable(`refreshing ${this.#alias}`, () => this.#client.indices.refresh({ index: this.#alias }));
  }

  async beginRebuild(): Promise<SearchIndexRebuild> {
    return await beginElasticsearchRebuild(this.#client, this.#alias);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
