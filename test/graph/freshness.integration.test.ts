import { beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openTestCatalog } from '../support/openTestCatalog.ts';
import { directEdits, editedIds, random, seedEdited } from './directEdits.ts';
import {
  animePage,
  animePageKeys,
  animePageState,
  episodesOfAnime,
  episodesOfAnimeKeys,
  episodesOfAnimeState,
} from './documents.ts';
import { GraphTester } from './graphTester.ts';
import { wrongTerms } from './wrongTerms.ts';

describeWith(['postgres'], 'tags and change versions', () => {
  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    await seedEdited(catalog.database);
  });

  test('tell one page only, while rows are edited', async () => {
    const shown = new Map<string, string>();
    let tagsOnly = 0;
    const note = (list: string, tag: string | undefined, page: unknown) => {
      const text = JSON.stringify(page);
      const before = shown.get(`${list} ${tag}`);
      if (before !== undefined) expect(text).toBe(before);
      shown.set(`${list} ${tag}`, text);
    };
    const noteKeys = (nodes: readonly { readonly id: string; readonly version: string }[]) =>
      nodes.map(({ id, version }) => ({ id, version }));
    let done = false;
    const editor = async () => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      const end = performance.now() + 6_000;
      while (performance.now() < end) {
        await client.query('BEGIN');
        for (let edit = 0; edit < 3; edit += 1)
          await client.query((directEdits[Math.floor(random() * directEdits.length)] as () => string)());
        await client.query(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
      }
      await client.end();
    };
    const reader = async (graph: GraphTester) => {
      while (!done) {
        const variables = { filter: { format: ['tv' as const] }, sort: 'updated.desc' as const, first: 9, after: null };
        const { animeList } = await graph.run(animePage, variables);
        note('list', animeList.tag, animeList);
        note('list keys', animeList.tag, noteKeys(animeList.nodes));
        for (const node of animeList.nodes) note(`anime ${node.id}`, node.version, node);
        // A filter holds for every node shown, however the rows moved meanwhile.
        expect(animeList.nodes.every(({ format, mergedInto }) => format === 'tv' && mergedInto === null)).toBe(true);
        const keys = (await graph.run(animePageKeys, variables)).animeList;
        note('list keys', keys.tag, noteKeys(keys.nodes));
        const id = editedIds[3] as string;
        const { animeEpisodes } = await graph.run(episodesOfAnime, { id, first: 100, after: null });
        note('episodes', animeEpisodes?.tag, animeEpisodes);
        note('episode keys', animeEpisodes?.tag, noteKeys(animeEpisodes?.nodes ?? []));
        for (const node of animeEpisodes?.nodes ?? []) note(`episode ${node.id}`, node.version, node);
        const own = (await graph.run(episodesOfAnimeKeys, { id, first: 100, after: null })).animeEpisodes;
        note('episode keys', own?.tag, noteKeys(own?.nodes ?? []));
        if (shown.has(`list ${(await graph.run(animePageState, variables)).animeList.tag}`)) tagsOnly += 1;
        await graph.run(episodesOfAnimeState, { id, first: 100, after: null });
      }
    };
    const readers = [1, 2, 3, 4].map(() => reader(new GraphTester(catalog.database)));
    await Promise.all([editor().finally(() => (done = true)), ...readers]);
    expect(await wrongTerms(catalog.database)).toEqual([]);
    expect(shown.size).toBeGreaterThan(10);
    expect(tagsOnly).toBeGreaterThan(0);
  }, 60_000);
});
