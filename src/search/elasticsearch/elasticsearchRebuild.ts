import type { Client } from '@elastic/elasticsearch';
import type { SearchIndexRebuild } from '../../graph/search/port.ts';
import { orUnavailable } from './failure.ts';
import { indexDefinition, PUBLISHED_SETTINGS } from './mapping.ts';
import { countAnime, newIndexName, ownIndexes, publishedIndex, refreshIndex, writeAlias } from './ownIndexes.ts';
import { writeChanges } from './writeChanges.ts';

/** How long a new index waits for its replica before it serves; a single node has none. */
const COPY_TIMEOUT = '20s';

const MERGE_TIMEOUT_MS = 120_000;

/** Creates the new index, after deleting all but the published one, which no running search uses. */
export async function beginElasticsearchRebuild(
  client: Client,
  alias: string,
  incarnation: string | undefined,
): Promise<SearchIndexRebuild> {
  await publishedIndex(client, alias);
  const existing = await ownIndexes(client, alias);
  const unpublished = existing.filter(({ aliases }) => !aliases.includes(alias));
  await deleteIndexes(client, unpublished);
  const name = newIndexName(alias);
  await orUnavailable(`creating ${name}`, () =>
    client.indices.create({
      index: name,
      aliases: { [writeAlias(name)]: {} },
      ...indexDefinition(incarnation),
    }),
  );
  let settled: Promise<void> | undefined;
  const settle = () => {
    settled ??= settleIndex(client, name);
    return settled;
  };
  return {
    name,
    apply: (changes) => writeChanges(client, writeAlias(name), changes),
    count: async () => {
      await refreshIndex(client, name);
      return await countAnime(client, name);
    },
    settle,
    publish: async () => {
      await settle();
      await refreshIndex(client, name);
      await publishIndex(client, alias, name);
    },
    abandon: async () => {
      // Publishing may have succeeded although its answer was lost.
      const published = await publishedIndex(client, alias);
      if (published?.name !== name) await deleteIndexes(client, [{ name }]);
    },
  };
}

/** Merges segments for speed (the cost of fuzzy queries grows with them) and waits for the replica. */
async function settleIndex({ indices, cluster }: Client, name: string): Promise<void> {
  await orUnavailable(`settling ${name}`, async () => {
    await indices.putSettings({ index: name, settings: PUBLISHED_SETTINGS });
    await indices.forcemerge({ index: name, max_num_segments: 1 }, { requestTimeout: MERGE_TIMEOUT_MS });
    // 408: no replica yet. The index serves without one.
    await cluster.health({ index: name, wait_for_status: 'green', timeout: COPY_TIMEOUT }, { ignore: [408] });
  });
}

async function publishIndex(client: Client, alias: string, name: string): Promise<void> {
  const before = await publishedIndex(client, alias);
  if (before?.name === name) return;
  await orUnavailable(`publishing ${name}`, () =>
    client.indices.updateAliases({
      actions: [...(before ? [{ remove: { index: before.name, alias } }] : []), { add: { index: name, alias } }],
    }),
  );
}

async function deleteIndexes(client: Client, indexes: readonly { readonly name: string }[]): Promise<void> {
  if (indexes.length === 0) return;
  const names = indexes.map(({ name }) => name);
  await orUnavailable(`deleting ${names.join(', ')}`, () =>
    client.indices.delete({ index: names, ignore_unavailable: true }),
  );
}
