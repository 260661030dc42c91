import type { Client } from '@elastic/elasticsearch';
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
import { orUnavailable } from './failure.ts';
import { HedgedRequests } from './hedgedRequests.ts';
import { isCurrent } from './mapping.ts';
import { type ElasticsearchConnection, openClient } from './openClient.ts';
import { countAnime, publishedIndex } from './ownIndexes.ts';
import { SEARCH_DEADLINE_MS, searchAlias } from './searchAlias.ts';
import { writeChanges } from './writeChanges.ts';

export interface ElasticsearchIndexOptions extends ElasticsearchConnection {
  /** Alias of the published index and prefix of all index names. An API key needs all privileges on `ALIAS*`. */
  readonly alias: string;
  /** Timeout of a search; default 1.7 s. */
  readonly searchDeadlineMs?: number;
  /** Copies of a new index beside the first, at most; default 1. Fewer while there are fewer nodes. */
  readonly replicas?: number;
}

/** A cluster slower than this to report its status counts as unreachable. */
const STATUS_LIMITS = { requestTimeout: 1_500, maxRetries: 0 } as const;

/** The search index in an Elasticsearch cluster, version 8 or 9. Connects on first use. */
export class ElasticsearchIndex implements SearchIndex {
  readonly read = readQuery;

  readonly #client: Client;
  readonly #alias: string;
  readonly #deadlineMs: number;
  readonly #replicas: number;
  readonly #hedged = new HedgedRequests();
  readonly #closing = new AbortController();

  constructor({ alias, searchDeadlineMs, replicas, ...connection }: ElasticsearchIndexOptions) {
    this.#client = openClient(connection, this.#closing.signal);
    this.#alias = alias;
    this.#deadlineMs = searchDeadlineMs ?? SEARCH_DEADLINE_MS;
    this.#replicas = replicas ?? 1;
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    const target = {
      client: this.#client,
      alias: this.#alias,
      hedged: this.#hedged,
      deadlineMs: this.#deadlineMs,
    };
    return await searchAlias(target, request);
  }

  async status(): Promise<SearchIndexStatus> {
    const index = await publishedIndex(this.#client, this.#alias, STATUS_LIMITS);
    if (!index) return { state: 'missing', name: null, documents: 0, builtAt: null, incarnation: null };
    return {
      state: isCurrent(index.meta) ? 'ready' : 'outdated',
      name: index.name,
      documents: await countAnime(this.#client, index.name, STATUS_LIMITS),
      builtAt: new Date(index.meta.createdAt),
      incarnation: index.meta.incarnation ?? null,
    };
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await writeChanges(this.#client, this.#alias, changes);
  }

  async refresh(): Promise<void> {
    await orUnavailable(`refreshing ${this.#alias}`, () => this.#client.indices.refresh({ index: this.#alias }));
  }

  async beginRebuild(incarnation?: string): Promise<SearchIndexRebuild> {
    return await beginElasticsearchRebuild(this.#client, this.#alias, { incarnation, replicas: this.#replicas });
  }

  /** Aborts requests in flight; all of them may be repeated. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}
