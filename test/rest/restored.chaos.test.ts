import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { type DatabaseDump, dumpDatabase } from '../support/dumpDatabase.ts';
import { until } from '../support/until.ts';
import { openRestApi, type RestApi } from './support/openRestApi.ts';

const anime = (sourceId: string, title: string, year: number) => ({
  ...{ type: 'anime', source: 'mal', sourceId, titles: [{ title }, { title: `${title} as well` }] },
  ...{ year, genres: ['Adventure'], status: 'finished', format: 'tv' },
});
const episode = (sourceId: string, title: string) => ({
  ...{ type: 'episode', source: 'mal', sourceId: `${sourceId}/1`, anime: { source: 'mal', sourceId }, number: 1 },
  ...{ titles: [{ title }], status: 'released', releasedAt: '2024-05-05T10:00:00Z' },
});

describeWith(['postgres', 'postgresPrograms'], 'a database restored beneath a running process', () => {
  let api: RestApi;
  let dump: DatabaseDump;

  beforeEach(async () => {
    api = await openRestApi({ cacheBytes: 1_000_000 });
    await api.catalog.import([anime('6', 'Trigun', 2000), episode('6', 'First')]);
    dump = await dumpDatabase(api.catalog.url);
  });
  afterEach(async () => {
    await api?.close();
    await dump?.discard();
  });

  /** Waits until the process has noticed: within seconds, on a machine that is busy. */
  const noticed = async (before: string) => {
    const { incarnation } = api.catalog.database;
    await until(() => incarnation.current !== before, 15_000);
    // What it noticed may be the database in the midst of the restore, and the end only at the next poll.
    await incarnation.refresh();
  };

  test.each([
    ['into a new database', 'restoreAnew'],
    ['in place', 'restoreInPlace'],
  ] as const)('%s: no tag of before counts, nothing of before is shown', async (_name, restore) => {
    const [{ id = '' } = {}] = (await api.get('/v1/anime')).json<{ items: { id: string }[] }>().items;
    const targets = [
      ...[`/v1/anime/${id}`, '/v1/anime', '/v1/anime?genre=adventure&limit=5', `/v1/anime/${id}/episodes`],
      ...['/v1/anime?sort=title.asc&limit=1', '/v1/anime?sort=updated.desc'],
    ];
    // The same entities change the same number of times in both lives, so they draw the same versions.
    await api.catalog.import([anime('6', 'Trigun of the life that was lost', 2098), episode('6', 'Lost')]);
    const before = await Promise.all(targets.map((target) => api.get(target)));
    const life = api.catalog.database.incarnation.current;

    await dump[restore](api.catalog.url);
    await noticed(life);
    await api.catalog.import([anime('6', 'Trigun put right', 1998), episode('6', 'Right')]);

    for (const [at, target] of targets.entries()) {
      const answer = await api.get(target, { 'if-none-match': before[at]?.headers.etag ?? '' });
      expect({ target, status: answer.status }).toEqual({ target, status: 200 });
      expect(answer.body.toString()).not.toContain('ost');
      const again = await api.get(target, { 'if-none-match': answer.headers.etag ?? '' });
      expect({ target, status: again.status }).toEqual({ target, status: 304 });
    }
  });

  test('its data alone, over deleted rows, which nothing tells: tags name what they named, and no tag of before comes back', async () => {
    const [{ id = '' } = {}] = (await api.get('/v1/anime')).json<{ items: { id: string }[] }>().items;
    const targets = [`/v1/anime/${id}`, '/v1/anime', `/v1/anime/${id}/episodes`, '/v1/anime?sort=updated.desc'];
    const read = () => Promise.all(targets.map((target) => api.get(target)));
    const dumped = await read();
    await api.catalog.import([anime('6', 'Trigun of the life that was lost', 2098), episode('6', 'Lost')]);
    const lost = await read();
    const life = api.catalog.database.incarnation.current;

    await dump.restoreData(api.catalog.url);
    expect(await api.catalog.database.incarnation.refresh()).toBe(life);
    for (const [at, target] of targets.entries()) {
      const answer = await api.get(target, { 'if-none-match': dumped[at]?.headers.etag ?? '' });
      expect({ target, status: answer.status }).toEqual({ target, status: 304 });
      expect((await api.get(target)).body.equals(dumped[at]?.body ?? Buffer.of())).toBe(true);
    }

    await api.catalog.import([anime('6', 'Trigun put right', 1998), episode('6', 'Right')]);
    for (const [at, target] of targets.entries()) {
      const answer = await api.get(target, { 'if-none-match': lost[at]?.headers.etag ?? '' });
      expect({ target, status: answer.status }).toEqual({ target, status: 200 });
      expect(answer.body.toString()).not.toContain('ost');
    }
  });

  test('each restore of the same dump is a life of its own', async () => {
    const { incarnation } = api.catalog.database;
    const lives = new Set([incarnation.current]);
    for (const restore of ['restoreAnew', 'restoreInPlace', 'restoreAnew', 'restoreInPlace'] as const) {
      await dump[restore](api.catalog.url);
      lives.add(await incarnation.refresh());
    }
    expect(lives.size).toBe(5);
  }, 120_000);
});
