import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { ofSuite } from '../support/ofSuite.ts';
import {
  animeChangePage,
  animePage,
  episodeChangePage,
  episodesOfAnime,
  oneAnime,
  premierePage,
  releasePage,
  schedulePage,
} from './documents.ts';
import { GraphTester } from './graphTester.ts';
import { insertRows, seriesId } from './seedRows.ts';
import { walkPages } from './walkPages.ts';

const ids = [1, 2, 3].map((n) => seriesId(1, n));
const episodes = [1, 2, 3].map((n) => seriesId(2, n));
const [id, , merged] = ids as [string, string, string];
const AT = '2024-02-29T15:00:00.000Z';

const opened = ofSuite(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reads-'));
  await copyEmbedded(folder);
  const database = await openDatabase({ dataDir: folder });
  return {
    database,
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
});

beforeAll(async () => {
  const { database } = opened;
  const times = { created_at: AT, updated_at: AT };
  const anime = { title: 'Same', start_date: '2024-02-29', ...times };
  const rows = ids.map((it) => ({ ...anime, id: it, merged_into_id: it === merged ? id : null }));
  await insertRows(database, 'anime', rows);
  const title = { anime_id: id, position: 1, title: '同じ', language: 'ja', kind: 'official' };
  await insertRows(database, 'anime_title', [title]);
  const statuses = ['released', 'scheduled', 'delayed'];
  await insertRows(
    database,
    'episode',
    episodes.map((it, n) => ({
      ...{ id: it, anime_id: id, number: n + 0.5, status: statuses[n] ?? '', scheduled_at: AT, ...times },
      released_at: n === 0 ? AT : null,
    })),
  );
});

test('the embedded database answers every kind of read', async () => {
  const graph = new GraphTester(opened.database);
  for (const sort of ['id.asc', 'title.asc', 'updated.desc'] as const) {
    const list = { filter: { format: ['unknown' as const] }, sort };
    expect(await walkPages(1, async (page) => (await graph.run(animePage, { ...list, ...page })).animeList)).toEqual(
      ids.slice(0, 2),
    );
  }
  expect(await graph.run(oneAnime, { id })).toMatchObject({
    anime: { id, title: 'Same', alternativeTitles: [{ title: '同じ' }], createdAt: AT },
  });
  const own = await graph.run(episodesOfAnime, { id, first: 5, after: null });
  expect(own.animeEpisodes?.nodes.map(({ number }) => number)).toEqual([0.5, 1.5, 2.5]);
  const window = { from: '2024-02-29T00:00:00Z', to: '2024-03-01T00:00:00Z', format: null, first: 5, after: null };
  const ofAnime = { ...window, animeId: merged };
  const { releases } = await graph.run(releasePage, { ...ofAnime, asOf: AT });
  expect(releases.nodes).toEqual([{ id: episodes[0], releasedAt: AT }]);
  const { schedules } = await graph.run(schedulePage, { ...ofAnime, status: null });
  expect(schedules.nodes.map((node) => node.id)).toEqual(episodes.slice(1));
  const dates = { from: '2024-02-29', to: '2024-03-01', status: null };
  const { premieres } = await graph.run(premierePage, { ...window, ...dates, animeId: null });
  expect(premieres.nodes.map((node) => node.id)).toEqual(ids.slice(0, 2));
});

test('the embedded database looks ids up and lists changes', async () => {
  const graph = new GraphTester(opened.database);
  const { data } = await graph.ask(
    `query ($ids: [UUID!]!, $externalIds: [ExternalIdInput!]!, $episodes: [UUID!]!) {
      animeLookup(ids: $ids) { nodes { id mergedIds } missing }
      animeByExternalIds(ids: $externalIds) { nodes { id } missing }
      episodeLookup(ids: $episodes) { nodes { id number } missing }
    }`,
    { ids: [seriesId(9, 9), merged, ids[1]], externalIds: [{ site: 'mal', id: '1' }], episodes: [episodes[2], ids[0]] },
  );
  expect(data).toEqual({
    animeLookup: {
      nodes: [
        { id, mergedIds: [merged] },
        { id: ids[1], mergedIds: [] },
      ],
      missing: [0],
    },
    animeByExternalIds: { nodes: [], missing: [0] },
    episodeLookup: { nodes: [{ id: episodes[2], number: 2.5 }], missing: [1] },
  });

  const changes = async (since: string | null) => {
    const page = { since, first: 1, after: null };
    const of = { anime: (await graph.run(animeChangePage, { ...page, first: 100, filter: null })).animeChanges };
    return { ...of, episodes: (await graph.run(episodeChangePage, { ...page, first: 100 })).episodeChanges };
  };
  const all = await changes(null);
  expect(all.anime.nodes.map((node) => node.id).sort()).toEqual(ids.slice(0, 2));
  expect(all.episodes.nodes.map((node) => node.id)).toEqual(episodes);
  // A list ends before the millisecond of its own reading.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { until } = (await changes(null)).anime;
  expect(await changes(until)).toMatchObject({ anime: { nodes: [] }, episodes: { nodes: [] } });
  await opened.database.client.$executeRawUnsafe(`UPDATE anime SET title = 'Other' WHERE id = '${id}'`);
  const changed = await changes(until);
  expect(changed.anime.nodes).toMatchObject([{ id, title: 'Other' }]);
  expect(changed.episodes.nodes.map((node) => node.id).sort()).toEqual(episodes);
  await opened.database.client.$executeRawUnsafe(`UPDATE anime SET merged_into_id = NULL WHERE id = '${merged}'`);
  const split = (await changes(changed.anime.until)).anime.nodes;
  expect(split.map((node) => [node.id, node.mergedIds]).sort()).toEqual([
    [id, []],
    [merged, []],
  ]);
});
