import type { Client } from '@elastic/elasticsearch';
import type { SearchChange, SearchIndexRebuild } from '../../graph/search/port.ts';
import { orUnavailable } from './failure.ts';
import { indexDefinition, PUBLISHED_SETTINGS } from './mapping.ts';
import { countAnime, newIndexName, ownIndexes, previousAlias, publishedIndex, writeAlias } from './ownIndexes.ts';
import { writeChanges } from './writeChanges.ts';

/** How long a new index waits for its replica before it serves; a single node has none. */
const COPY_TIMEOUT = '20s';

const MERGE_TIMEOUT_MS = 120_000;

/** Creates the new index, after deleting unpublished ones of earlier rebuilds. */
export async function beginElasticsearchRebuild(
  client: Client,
  alias: string,
  { incarnation, replicas }: { readonly incarnation: string | undefined; readonly replicas: number },
): Promise<SearchIndexRebuild> {
  const kept = [alias, previousAlias(alias)];
  await publishedIndex(client, alias);
  const existing = await ownIndexes(client, alias, `${alias}-v*`);
  await deleteIndexes(client, existing.filter(({ aliases }) => !aliases.some((it) => kept.includes(it))).map(nameOf));
  const name = newIndexName(alias);
  await orUnavailable(`creating ${name}`, () =>
    client.indices.create({
      index: name,
      aliases: { [writeAlias(name)]: {} },
      ...indexDefinition(incarnation, replicas),
    }),
  );
  return new ElasticsearchRebuild(client, alias, name);
}

class ElasticsearchRebuild implements SearchIndexRebuild {
  readonly name: string;
  readonly #client: Client;
  readonly #alias: string;
  #settled: Promise<void> | undefined;

  constructor(client: Client, alias: string, name: string) {
    this.name = name;
    this.#client = client;
    this.#alias = alias;
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await writeChanges(this.#client, writeAlias(this.name), changes);
  }

  async count(): Promise<number> {
    await this.#refresh();
    return await countAnime(this.#client, this.name);
  }

  settle(): Promise<void> {
    this.#settled ??= this.#settle();
    return this.#settled;
  }

  async publish(): Promise<void> {
    await this.settle();
    await this.#refresh();
    const alias = this.#alias;
    const previous = previousAlias(alias);
    const before = await publishedIndex(this.#client, alias);
    if (before?.name === this.name) return;
    const olders = (await ownIndexes(this.#client, alias, previous)).filter(({ name }) => name !== before?.name);
    await orUnavailable(`publishing ${this.name}`, () =>
      this.#client.indices.updateAliases({
        actions: [
          ...olders.map(({ name }) => ({ remove: { index: name, alias: previous } })),
          ...(before
            ? [{ remove: { index: before.name, alias } }, { add: { index: before.name, alias: previous } }]
            : []),
          { add: { index: this.name, alias } },
        ],
      }),
    );
    await deleteIndexes(this.#client, olders.map(nameOf));
  }

  async abandon(): Promise<void> {
    // Publishing may have succeeded although its answer was lost.
    const published = await publishedIndex(this.#client, this.#alias);
    if (published?.name !== this.name) await deleteIndexes(this.#client, [this.name]);
  }

  async #refresh(): Promise<void> {
    await orUnavailable(`refreshing ${this.name}`, () => this.#client.indices.refresh({ index: this.name }));
  }

  /**
   * Merges segments for speed (the cost of fuzzy queries grows with them) and waits for the replica before it serves.
   */
  async #settle(): Promise<void> {
    const { name } = this;
    const { indices, cluster } = this.#client;
    await orUnavailable(`settling ${name}`, async () => {
      await indices.putSettings({ index: name, settings: PUBLISHED_SETTINGS });
      await indices.forcemerge({ index: name, max_num_segments: 1 }, { requestTimeout: MERGE_TIMEOUT_MS });
      // 408: no replica yet. The index serves without one.
      await cluster.health({ index: name, wait_for_status: 'green', timeout: COPY_TIMEOUT }, { ignore: [408] });
    });
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

async function deleteIndexes(client: Client, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await orUnavailable(`deleting ${names.join(', ')}`, () =>
    client.indices.delete({ index: [...names], ignore_unavailable: true }),
  );
}
