import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';

const ann = { name: 'ann', reason: 'the same work' };

describeWith(['postgres'], 'a merge of two anime', () => {
  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);

  const work = async (id: string, episodes: number) => {
    const own = Array.from({ length: episodes }, (_, number) => episodeRecord('mal', id, number));
    await catalog.import([animeRecord('mal', id), ...own]);
    return await catalog.database.client.anime.findFirstOrThrow({ where: { title: `mal ${id}` } });
  };

  test('keeps who, why and which two anime with its publication', async () => {
    const [loser, survivor] = [await work('1', 1), await work('2', 1)];
    await mergeAnime(catalog, loser.id, survivor.id, ann);
    expect(await catalog.database.client.publication.findMany({ where: { kind: 'review' } })).toMatchObject([
      { actor: 'ann', reason: 'the same work', mergedId: loser.id, survivorId: survivor.id },
    ]);
  });

  test('of two that were made by hand keeps what the survivor says', async () => {
    const handMade = (title: string) =>
      catalog.database.client.anime.create({ data: { id: randomUUID(), title, format: 'ova' } });
    const [loser, survivor] = [await handMade('By hand'), await handMade('By hand too')];
    expect(await mergeAnime(catalog, loser.id, survivor.id, ann)).toMatchObject({ animeId: survivor.id, events: 1 });
    expect(await catalog.database.client.anime.findUniqueOrThrow({ where: { id: survivor.id } })).toMatchObject({
      title: 'By hand too',
      format: 'ova',
    });
  });

  test('of one that was made by hand with one of a source keeps what either says', async () => {
    const made = await catalog.database.client.anime.create({
      data: { id: randomUUID(), title: 'Half by hand', format: 'ova', synopsis: 'Told by hand.' },
    });
    const told = await work('8', 0);
    const later = await catalog.database.client.anime.create({
      data: { id: randomUUID(), title: 'Made later', year: 1999 },
    });
    await mergeAnime(catalog, told.id, made.id, ann);
    await mergeAnime(catalog, later.id, made.id, ann);
    expect(
      await catalog.database.client.anime.findUniqueOrThrow({
        where: { id: made.id },
        include: { titles: { orderBy: { position: 'asc' } } },
      }),
    ).toMatchObject({
      ...{ title: 'mal 8', format: 'ova', synopsis: 'Told by hand.', year: 1999 },
      titles: [
        { title: 'mal 8' },
        ...[made, later].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ title }) => ({ title })),
      ],
    });
  });

  test('asks the database as often for many twin episodes as for few', async () => {
    const asked: number[] = [];
    for (const [pair, episodes] of [
      ['3', 3],
      ['4', 60],
    ] as const) {
      const [loser, survivor] = [await work(`${pair}a`, episodes), await work(`${pair}b`, episodes)];
      take();
      const merged = await mergeAnime(catalog, loser.id, survivor.id, ann);
      asked.push(take().length);
      expect(merged).toMatchObject({ episodesMoved: episodes, events: episodes + 1 });
      const ofSurvivor = { where: { episode: { animeId: survivor.id } } };
      expect(await catalog.database.client.episodeAlias.count(ofSurvivor)).toBe(episodes);
    }
    expect(asked[1]).toBe(asked[0]);
  });
});
