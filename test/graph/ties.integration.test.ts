import { beforeAll, expect, test } from '@jest/globals';
import { graphql } from '../../src/graph/schema/operation.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openTestCatalog } from '../support/openTestCatalog.ts';
import { GraphTester } from './graphTester.ts';
import { insertRows, seriesId } from './seedRows.ts';
import { walkPages } from './walkPages.ts';

const TIES = 1000;
const AT = '2024-02-29T15:00:00Z';
const numbers = Array.from({ length: TIES }, (_, n) => n);
const anime = numbers.map((n) => seriesId(1, n));
const released = numbers.map((n) => seriesId(2, n));
const planned = numbers.map((n) => seriesId(3, n));

const byTitle = graphql(`
  query ByTitle($first: Int!, $after: String) {
    page: animeList(sort: TITLE_ASC, first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  }
`);
const byUpdate = graphql(`
  query ByUpdate($first: Int!, $after: String) {
    page: animeList(sort: UPDATED_DESC, first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  }
`);
const premieres = graphql(`
  query Premieres($first: Int!, $after: String) {
    page: premieres(from: "2024-02-29", to: "2024-03-01", first: $first, after: $after) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const releases = graphql(`
  query Releases($first: Int!, $after: String) {
    page: releases(
      from: "2024-02-29T15:00:00Z", to: "2024-02-29T15:00:00.001Z", asOf: "2024-02-29T15:00:00Z", first: $first, after: $after
    ) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const schedules = graphql(`
  query Schedules($first: Int!, $after: String) {
    page: schedules(from: "2024-02-29T15:00:00Z", to: "2024-02-29T15:00:00.001Z", first: $first, after: $after) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

describeWith(['postgres'], 'a walk over 1,000 ties', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    const { database } = catalog;
    const shuffled = [...numbers].sort((a, b) => ((a * 7919) % TIES) - ((b * 7919) % TIES));
    const times = { created_at: AT, updated_at: AT };
    const rows = shuffled.map((n) => ({ id: anime[n] as string, title: 'Tie', start_date: '2024-02-29', ...times }));
    await insertRows(database, 'anime', rows);
    const [first] = anime as [string];
    await insertRows(
      database,
      'episode',
      shuffled.map((n) => ({
        id: released[n] as string,
        anime_id: first,
        number: n,
        status: 'released',
        released_at: AT,
        ...times,
      })),
    );
    await insertRows(
      database,
      'episode',
      shuffled.map((n) => ({
        ...{ id: planned[n] as string, anime_id: first, number: TIES + n, scheduled_at: AT, ...times },
        status: n % 2 === 0 ? 'scheduled' : 'delayed',
      })),
    );
  });

  test.each([
    ['by title', byTitle, anime],
    ['by last change', byUpdate, anime],
    ['of premieres', premieres, anime],
    ['of releases', releases, released],
    ['of schedules', schedules, planned],
  ])(
    '%s yields each id once, at page sizes from 2 to 100',
    async (_name, document, expected) => {
      const walk = (size: number) => walkPages(size, async (page) => (await graph.run(document, page)).page);
      for (const ids of await Promise.all([2, 7, 99, 100].map(walk))) expect(ids).toEqual(expected);
    },
    120_000,
  );
});
