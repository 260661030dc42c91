import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seriesId } from '../seedRows.ts';

const SLUGS = ['action', 'a-1', 'b', 'sci-fi', 'slice-of-life', '日常', 'é', 'z', '😀'];
const inByteOrder = [...SLUGS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describeWith(['postgres'], 'genres and studios', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    for (const term of ['genre', 'studio']) {
      await insertRows(
        catalog.database,
        term,
        SLUGS.map((slug, n) => ({ id: seriesId(2, n), slug, name: slug.toUpperCase(), key: slug })),
      );
    }
  });

  test.each(['genres', 'studios'])('%s come by slug in byte order, page by page', async (list) => {
    for (const first of [1, 2, 4, 100]) {
      const slugs: string[] = [];
      for (let after = 'null'; ; ) {
        const { data } = await graph.ask(
          `{ ${list}(first: ${first}, after: ${after}) { nodes { slug } pageInfo { hasNextPage endCursor } } }`,
        );
        const { nodes, pageInfo } = data[list] as {
          nodes: { slug: string }[];
          pageInfo: { hasNextPage: boolean; endCursor: string };
        };
        slugs.push(...nodes.map(({ slug }) => slug));
        if (!pageInfo.hasNextPage) break;
        after = JSON.stringify(pageInfo.endCursor);
      }
      expect(slugs).toEqual(inByteOrder);
    }
  });

  test.each(['genre', 'studio'])('one %s is found by its slug', async (term) => {
    for (const slug of SLUGS) {
      const { data } = await graph.ask(`{ ${term}(slug: ${JSON.stringify(slug)}) { slug name animeCount } }`);
      expect(data).toEqual({ [term]: { slug, name: slug.toUpperCase(), animeCount: 0 } });
    }
    expect((await graph.ask(`{ ${term}(slug: "none") { slug } }`)).data).toEqual({ [term]: null });
  });

  test('refuse wrong pages, and the cursor of the other list', async () => {
    expect((await graph.ask('{ genres(first: 0) { nodes { slug } } }')).codes).toEqual(['invalid_parameter']);
    expect((await graph.ask('{ studios(first: 101) { nodes { slug } } }')).codes).toEqual(['invalid_parameter']);
    const { data } = await graph.ask('{ genres(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = (data.genres as { pageInfo: { endCursor: string } }).pageInfo;
    expect((await graph.ask(`{ studios(after: "${endCursor}") { nodes { slug } } }`)).codes).toEqual([
      'invalid_cursor',
    ]);
  });
});
