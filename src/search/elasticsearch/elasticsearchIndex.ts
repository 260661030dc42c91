import type {
  SearchAnswer,
  SearchChange,
  SearchIndex,
  SearchIndexRebuild,
  SearchIndexStatus,
  SearchRequest,
} from '../../graph/search/port.ts';
import { readQuery } from '../interpretation/readQuery.ts';
import { beginElasticsearchRebuild } from './elasticsearchRebuild.ts';
import { isCurrent } from './mapping.ts';
import { type ElasticsearchConnection, openClient } from './openClient.ts';
import { countAnime, publishedIndex } from './ownIndexes.ts';
import { SEARCH_DEADLINE_MS, type SearchTarget, searchAlias } from './searchAlias.ts';
import { writeChanges } from './writeChanges.ts';

export interface ElasticsearchIndexOptions extends ElasticsearchConnection {
  /** Alias of the published index and prefix of all index names. An API key needs all privileges on `ALIAS*`. */
  readonly alias: string;
  /** Timeout of a search; default 1.7 s. */
  readonly searchDeadlineMs?: number;
}

/** A cluster slower than this to report its status counts as unreachable. */
const STATUS_LIMITS = { requestTimeout: 1_500, maxRetries: 0 } as const;

/** The search index in an Elasticsearch cluster, version 8 or 9. Connects on first use. */
export class ElasticsearchIndex implements SearchIndex {
  readonly read = readQuery;

  readonly #target: SearchTarget;

  constructor({ alias, searchDeadlineMs, ...connection }: ElasticsearchIndexOptions) {
    this.#target = { client: openClient(connection), alias, deadlineMs: searchDeadlineMs ?? SEARCH_DEADLINE_MS };
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    return await searchAlias(this.#target, request);
  }

  async status(): Promise<SearchIndexStatus> {
    const { client, alias } = this.#target;
    const index = await publishedIndex(client, alias, STATUS_LIMITS);
    if (!index) return { state: 'missing', name: null, documents: 0, builtAt: null, incarnation: null };
    return {
      state: isCurrent(index.meta) ? 'ready' : 'outdated',
      name: index.name,
      documents: await countAnime(client, index.name, STATUS_LIMITS),
      builtAt: new Date(index.meta.createdAt),
      incarnation: index.meta.incarnation ?? null,
    };
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await writeChanges(this.#target.client, this.#target.alias, changes);
  }

  async beginRebuild(incarnation?: string): Promise<SearchIndexRebuild> {
    const { client, alias } = this.#target;
    return await beginElasticsearchRebuild(client, alias, incarnation);
  }

  /** Aborts requests in flight; all of them may be repeated. */
  async close(): Promise<void> {
    await this.#target.client.close();
  }
}
