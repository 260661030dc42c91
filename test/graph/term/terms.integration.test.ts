import { beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seededRandom, seriesId } from '../seedRows.ts';
import { wrongTerms } from '../wrongTerms.ts';

describeWith(['postgres'], 'genres and studios', () => {
  const SLUGS = ['action', 'a-1', 'b', 'sci-fi', 'slice-of-life', '日常', 'é', 'z', '😀'];
  const inByteOrder = [...SLUGS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

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

  test('refuse the cursor of the other list', async () => {
    const { data } = await graph.ask('{ genres(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = (data.genres as { pageInfo: { endCursor: string } }).pageInfo;
    expect((await graph.ask(`{ studios(after: "${endCursor}") { nodes { slug } } }`)).codes).toEqual([
      'invalid_cursor',
    ]);
  });
});

describeWith(['postgres'], 'terms and counts of what is linked', () => {
  const ANIME = 30;
  /** Of imports, merges and edits each, at least. */
  const ROUNDS = 4;
  const reviewer = { name: 'ann', reason: null };
  const some = (table: string, condition = 'true') =>
    `(SELECT id FROM ${table} WHERE ${condition} ORDER BY random() LIMIT 1)`;

  /** By hand, past the service. */
  const EDITS: readonly string[] = [
    `DELETE FROM anime_genre WHERE anime_id = ${some('anime')}`,
    `INSERT INTO anime_genre SELECT ${some('anime')}, id, 9 FROM genre LIMIT 2 ON CONFLICT DO NOTHING`,
    `INSERT INTO anime_studio SELECT id, ${some('studio')}, 9 FROM anime ON CONFLICT DO NOTHING`,
    `UPDATE anime_studio SET studio_id = ${some('studio')} WHERE anime_id = ${some('anime')} AND position = 0
    AND NOT EXISTS (SELECT FROM anime_studio o WHERE o.anime_id = anime_studio.anime_id AND o.position > 0)`,
    `UPDATE anime SET merged_into_id = NULL WHERE merged_into_id IS NOT NULL AND id = ${some('anime', 'merged_into_id IS NOT NULL')}`,
    `UPDATE anime SET title = title || '!' WHERE id = ${some('anime')}`,
    `DELETE FROM anime WHERE id = ${some('anime', `title LIKE '%!'`)}`,
  ];

  const catalog = ofSuite(openTestCatalog);
  const random = seededRandom(5);
  const drawn = (kind: string) =>
    Array.from({ length: Math.floor(random() * 4) }, () => `${kind} ${Math.floor(random() * 9)}`);
  const records = () =>
    Array.from({ length: ANIME }, (_, n) => ({
      ...{ type: 'anime', source: 'mal', sourceId: String(n), titles: [{ title: `Title ${n}` }] },
      ...{ genres: [...new Set(drawn('Genre'))], studios: [...new Set(drawn('Studio'))] },
    }));

  beforeAll(async () => {
    await catalog.database.client.source.update({ where: { name: 'mal' }, data: { approved: true } });
    await catalog.import(records());
  });

  test('a publication writes an anime once, with its terms', async () => {
    const { client } = catalog.database;
    const known = await client.anime.findMany({ where: { terms: { isEmpty: false } } });
    expect(known.length).toBeGreaterThan(10);
    expect(await wrongTerms(catalog.database)).toEqual([]);
    // Of a row that was written twice in a transaction the second writing has a later command.
    const rows = await client.$queryRaw<{ cmin: number }[]>`SELECT DISTINCT cmin::text::int AS cmin FROM anime`;
    expect(rows).toHaveLength(1);
    await catalog.import(records());
    const changed = await client.$queryRaw<{ cmin: number }[]>`
      SELECT DISTINCT cmin::text::int AS cmin FROM anime WHERE xmin::text = (SELECT max(xmin::text::bigint) FROM anime)::text`;
    expect(changed).toHaveLength(1);
  });

  test('are what they should be after imports, merges, deletions and edits at the same time', async () => {
    const done = { imports: 0, merges: 0, edits: 0 };
    const goOn = async (work: () => Promise<void>) => {
      while (Object.values(done).some((times) => times < ROUNDS)) await work();
    };
    const importer = async () => {
      await catalog.import(records().filter(() => random() < 0.5));
      done.imports += 1;
    };
    const merger = async () => {
      const found = await catalog.database.client.$queryRaw<{ id: string; merged: boolean }[]>`
        SELECT a.id::text, a.merged_into_id IS NOT NULL AS merged FROM anime a ORDER BY random() LIMIT 2`;
      const [first, second] = found;
      if (first === undefined || second === undefined) return;
      // One of them may be gone by now.
      const merging = first.merged
        ? unmergeAnime(catalog, first.id, reviewer)
        : mergeAnime(catalog, first.id, second.id, reviewer);
      await merging.then(
        () => (done.merges += 1),
        () => null,
      );
    };
    const editor = async () => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      await goOn(async () => {
        await client.query('BEGIN');
        try {
          for (let edit = 0; edit < 2; edit += 1) await client.query(EDITS[Math.floor(random() * EDITS.length)] ?? '');
          await client.query(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
          done.edits += 1;
        } catch (error) {
          // Two hands, or a hand and a publication, in each other's way.
          expect(error).toMatchObject({ code: expect.stringMatching(/^40P01|^23505|^23503/) });
          await client.query('ROLLBACK');
        }
      });
      await client.end();
    };
    await Promise.all([goOn(importer), goOn(importer), goOn(merger), editor(), editor()]);
    expect(await wrongTerms(catalog.database)).toEqual([]);
  }, 60_000);

  test('are none after TRUNCATE', async () => {
    await catalog.import(records());
    for (const table of ['anime_genre', 'studio CASCADE', 'anime CASCADE']) {
      await catalog.database.client.$executeRawUnsafe(`TRUNCATE ${table}`);
      expect(await wrongTerms(catalog.database)).toEqual([]);
    }
  });
});
