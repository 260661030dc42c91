import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import { NORMALISER_VERSION } from '../../../src/search/normaliser/version.ts';
import { describeWith } from '../../support/describeWith.ts';
import { sharedServer } from '../../support/sharedServer.ts';
import { until } from '../../support/until.ts';
import { find } from '../conformance/find.ts';
import { publish } from '../conformance/publish.ts';
import { animeId, searchDocument, upserts } from '../conformance/searchDocument.ts';
import { openTestIndex, testAlias } from '../openTestIndex.ts';

jest.setTimeout(240_000);

describeWith(['elasticsearch'], 'indexes in Elasticsearch', () => {
  let client: Client;
  let alias: string;
  let index: ReturnType<typeof openTestIndex>;

  beforeEach(async () => {
    const url = await sharedServer('elasticsearch');
    alias = testAlias();
    client = new Client({ node: url });
    index = openTestIndex([url], alias);
  });
  afterEach(async () => {
    await index.close();
    await client.close();
  });

  const names = async (expression: string): Promise<string[]> =>
    Object.keys(await client.indices.get({ index: expression, ignore_unavailable: true })).sort();

  test('are versioned, behind an alias; the one before is kept, older ones are deleted', async () => {
    const published: string[] = [];
    for (let n = 0; n < 3; n++) {
      await publish(index, [searchDocument(n, ['Title'])]);
      published.push((await index.status()).name ?? '');
    }
    expect(published).toEqual(Array(3).fill(expect.stringMatching(new RegExp(`^${alias}-v\\d{14}-[0-9a-f]{6}$`))));
    expect(await names(`${alias}-v*`)).toEqual(published.slice(1).sort());
    expect(await names(alias)).toEqual([published[2]]);
  });

  test('of a rebuild that never ended are deleted by the next one', async () => {
    await publish(index, [searchDocument(1, ['Title'])]);
    const lost = await index.beginRebuild();
    const next = await index.beginRebuild();
    expect(await names(`${alias}-v*`)).not.toContain(lost.name);
    await next.publish();
    expect(await names(`${alias}-v*`)).toHaveLength(2);
  });

  test('of an earlier mapping answer and follow changes until they are rebuilt, but not by fields that they lack', async () => {
    await publish(index, [searchDocument(1, ['Title'], { season: 'fall' })]);
    const [name = ''] = await names(alias);
    const { mappings } = (await client.indices.get({ index: name }))[name] ?? {};
    const { season, genre, studio, isAdult, startDate, episodes, airing, ...properties } = mappings?.properties ?? {};
    expect([season, genre, studio, isAdult, startDate, episodes, airing]).not.toContain(undefined);
    const earlier = `${alias}-v20200101000000-abcdef`;
    const settings = { number_of_shards: 1, refresh_interval: '500ms' };
    const meta = { ...mappings?._meta, version: 'earlier' };
    await client.indices.create({ index: earlier, settings, mappings: { ...mappings, properties, _meta: meta } });
    await client.indices.updateAliases({
      actions: [{ remove: { index: name, alias } }, { add: { index: earlier, alias } }],
    });
    expect((await index.status()).state).toBe('outdated');

    await index.apply(upserts([searchDocument(1, ['Title'], { season: 'fall', genre: ['action'], version: 2n })]));
    await index.apply([{ kind: 'delete', id: animeId(9), version: 1n }]);
    await index.refresh();
    expect(await find(index, 'title', { format: ['tv'], year: 2020 })).toEqual([animeId(1)]);
    for (const request of [
      { filters: { season: ['fall'] } },
      { filters: { isAdult: [null] } },
      { filters: { episodes: { from: 1, to: null } } },
      { filters: {}, facets: ['genre'] as const },
    ]) {
      const answer = index.search({ q: 'title', limit: 5, ...request });
      await expect(answer).rejects.toBeInstanceOf(SearchUnavailableError);
    }
    await publish(index, [searchDocument(1, ['Title'], { season: 'fall', version: 3n })]);
    expect(await find(index, 'title', { season: ['fall'] })).toEqual([animeId(1)]);
  });

  test('of somebody else are neither searched, written, deleted nor replaced', async () => {
    const theirs = [`${alias}-v2`, `${alias}-v20200101000000-abcdef`, `${alias}-verified`];
    for (const name of theirs) await client.index({ index: name, document: { id: 'x', words: 'title' } });
    await publish(index, [searchDocument(1, ['Title'])]);
    await publish(index, [searchDocument(2, ['Title'])]);
    await publish(index, [searchDocument(3, ['Title'])]);
    expect(await names(`${alias}-v*`)).toEqual(expect.arrayContaining(theirs));
    expect(await find(index, 'title')).toEqual([animeId(3)]);
  });

  test('that the server created by itself under our alias are refused, never answered from', async () => {
    await client.index({ index: alias, document: { id: animeId(1), exact: 'title', baseScore: 1 }, refresh: true });
    await expect(find(index, 'title')).rejects.toThrow(SearchUnavailableError);
    await expect(find(index, 'nothing')).rejects.toThrow(SearchUnavailableError);
    await expect(index.apply(upserts([searchDocument(1, ['Title'])]))).rejects.toThrow(SearchUnavailableError);
    const told = `the name ${alias} is taken by an index that this service did not create`;
    await expect(index.status()).rejects.toThrow(told);
    await expect(index.beginRebuild()).rejects.toThrow(told);
    expect(await client.count({ index: alias })).toMatchObject({ count: 1 });
  });

  test('that vanish are not created anew by a write', async () => {
    await publish(index, [searchDocument(1, ['Title'])]);
    const rebuild = await index.beginRebuild();
    await client.indices.delete({ index: await names(`${alias}-v*`) });
    await expect(index.apply(upserts([searchDocument(2, ['Title'])]))).rejects.toThrow(SearchUnavailableError);
    await expect(rebuild.apply(upserts([searchDocument(2, ['Title'])]))).rejects.toThrow(SearchUnavailableError);
    await expect(find(index, 'title')).rejects.toThrow(SearchUnavailableError);
    expect(await names(`${alias}*`)).toEqual([]);
    expect((await index.status()).state).toBe('missing');
    await publish(index, [searchDocument(3, ['Title'])]);
    expect(await find(index, 'title')).toEqual([animeId(3)]);
  });

  test('that another normaliser or mapping built are outdated, and still answer', async () => {
    await publish(index, [searchDocument(1, ['Title'])]);
    const { name } = await index.status();
    const { [name ?? '']: state } = await client.indices.get({ index: name ?? '' });
    expect(state?.mappings?._meta?.version).toMatch(new RegExp(`^${NORMALISER_VERSION}-[0-9a-f]{12}$`));
    await client.indices.putMapping({ index: name ?? '', _meta: { ...state?.mappings?._meta, version: 'another' } });
    expect(await index.status()).toMatchObject({ state: 'outdated', name, documents: 1 });
    expect(await find(index, 'title')).toEqual([animeId(1)]);
    await publish(index, [searchDocument(1, ['Title'])]);
    expect((await index.status()).state).toBe('ready');
  });

  test('find an applied change without being asked to', async () => {
    await publish(index, []);
    await index.apply(upserts([searchDocument(1, ['Title'])]));
    await until(async () => (await find(index, 'title'))[0] === animeId(1));
  });
});
