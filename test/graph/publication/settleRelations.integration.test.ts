import { expect, test } from '@jest/globals';
import { readAnime } from '../../../src/graph/anime/animeEntity.ts';
import { IDENTIFYING_SITES, RELATION_TYPES, type RelationType } from '../../../src/graph/model/vocabulary.ts';
import { RELATION_INVERSE } from '../../../src/graph/publication/settleRelations.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { fc } from '../../support/randomCases.ts';

const reviewer = { name: 'ann', reason: null };

/** Believed in this order. Only the first two are sites that identify. */
const SOURCES = ['mal', 'anilist', 'bangumi-data', 'sample'] as const;
const WORKS = ['1', '2', '3', '4'] as const;

interface Stated {
  readonly type: RelationType;
  readonly anime: { readonly source: string; readonly sourceId: string };
}
interface Said {
  readonly source: string;
  readonly sourceId: string;
  readonly titles: readonly object[];
  readonly externalIds: object;
  readonly relations?: readonly Stated[];
  readonly year: number;
}

const work = fc.constantFrom(...WORKS);
const said: fc.Arbitrary<Said & { readonly type: 'anime' }> = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    work,
    relations: fc.option(
      fc.array(
        fc.record({
          type: fc.constantFrom(...RELATION_TYPES),
          anime: fc.record({ source: fc.constantFrom(...SOURCES, 'mal', 'mal', 'nobody'), sourceId: work }),
        }),
        { minLength: 1, maxLength: 5, size: 'max' },
      ),
      { nil: undefined },
    ),
    year: fc.integer({ min: 2000, max: 2002 }),
  })
  .map(({ source, work: id, relations, year }) => ({
    ...{
      type: 'anime',
      source,
      sourceId: id,
      titles: [{ title: `Work ${id}` }],
      externalIds: { mal: id, anilist: id },
      year,
    },
    ...(relations && { relations }),
  }));

type Step =
  | { readonly kind: 'import'; readonly records: readonly Said[] }
  | { readonly kind: 'merge' | 'unmerge'; readonly one: string; readonly other: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(said, { minLength: 1, maxLength: 6, size: 'max' })
      .map((records) => ({ kind: 'import' as const, records })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('merge' as const, 'unmerge' as const), one: work, other: work }),
  },
);

const empty = async ({ database }: TestCatalog) => {
  await database.client.$executeRaw`DELETE FROM proposal`;
  await database.client.$executeRaw`DELETE FROM anime`;
};

interface Served {
  readonly relations: readonly { readonly type: RelationType; readonly anime: { readonly id: string } }[];
}
const textsOf = ({ relations }: Served) => relations.map(({ type, anime }) => `${type} ${anime.id}`);

/** The resource of every anime as readers see it, by id. */
async function served({ database }: TestCatalog) {
  const rows = await database.client.anime.findMany({ where: { mergedIntoId: null }, select: { id: true } });
  const entities = await readAnime(
    database.client,
    rows.map(({ id }) => id),
  );
  return new Map([...entities].map(([id, entity]) => [id, publicResources.anime(entity) as Served]));
}

/** The relations as every record of the catalogue makes them, computed from all of them. */
async function expected({ database }: TestCatalog): Promise<Map<string, string[]>> {
  const { client } = database;
  const records = await client.sourceRecord.findMany({ where: { type: 'anime' } });
  const ids = await client.animeExternalId.findMany();
  const priorities = new Map((await client.source.findMany()).map(({ name, priority }) => [name, priority]));
  const target = ({ source, sourceId }: Stated['anime']) =>
    IDENTIFYING_SITES.has(source)
      ? ids.find((it) => it.site === source && it.externalId === sourceId)?.animeId
      : records.find((it) => it.source === source && it.sourceId === sourceId)?.animeId;
  const statements = records.flatMap(({ animeId, source, sourceId, record }) =>
    ((record as unknown as Said).relations ?? []).flatMap(({ type, anime }, at) => {
      const named = target(anime);
      const rank = [
        type === 'other' ? 1 : 0,
        priorities.get(source) ?? 0,
        anime.source,
        anime.sourceId,
        sourceId,
        at,
      ] as const;
      return named === undefined || named === animeId ? [] : [{ pair: [animeId, named] as const, type, rank }];
    }),
  );
  statements.sort((a, b) => {
    const at = a.rank.findIndex((value, index) => value !== b.rank[index]);
    return at === -1 ? 0 : (a.rank[at] as string) < (b.rank[at] as string) ? -1 : 1;
  });
  const relations = new Map<string, Map<string, RelationType>>();
  const add = (from: string, to: string, type: RelationType) => {
    const known = relations.get(from) ?? new Map<string, RelationType>();
    if (!known.has(to)) known.set(to, type);
    relations.set(from, known);
  };
  for (const { pair, type } of statements) {
    add(pair[0], pair[1], type);
    add(pair[1], pair[0], RELATION_INVERSE[type]);
  }
  const shown = (types: ReadonlyMap<string, RelationType>) =>
    [...types]
      .sort(([a, one], [b, other]) => RELATION_TYPES.indexOf(one) - RELATION_TYPES.indexOf(other) || (a < b ? -1 : 1))
      .map(([id, type]) => `${type} ${id}`);
  return new Map([...relations].map(([id, types]) => [id, shown(types)]));
}

const anime = (id: string, relations?: readonly Stated[], more: object = {}) => ({
  ...{ type: 'anime', source: 'mal', sourceId: id, titles: [{ title: `Work ${id}` }] },
  ...(relations && { relations }),
  ...more,
});
const to = (type: RelationType, sourceId: string, source = 'mal'): Stated => ({ type, anime: { source, sourceId } });

describeWith(['postgres'], 'relations', () => {
  const catalog = ofSuite(openTestCatalog);
  const idOf = async (sourceId: string, source = 'mal') =>
    (await catalog.database.client.sourceRecord.findFirst({ where: { type: 'anime', source, sourceId } }))?.animeId;
  const relationsOf = async (sourceId: string) => {
    const id = (await idOf(sourceId)) ?? '';
    const shown = (await served(catalog)).get(id);
    return shown && textsOf(shown);
  };
  const position = async () => (await catalog.database.client.publicationHead.findFirstOrThrow()).position;
  const eventsAfter = (start: bigint) =>
    catalog.database.client.event.findMany({ where: { position: { gt: start } }, orderBy: { position: 'asc' } });

  test('follow every record, merge and order; an event tells each anime that is shown otherwise, and no other', async () => {
    const run = async (steps: readonly Step[]) => {
      await empty(catalog);
      for (const it of steps) {
        const before = await served(catalog);
        const start = await position();
        const { database } = catalog;
        let decided: string[] = [];
        if (it.kind === 'import') await catalog.import(it.records);
        else {
          const [one, other] = [await idOf(it.one), await idOf(it.other)];
          const merged = await database.client.anime.findMany({ where: { mergedIntoId: { not: null } } });
          if (it.kind === 'merge' && one && other && one !== other) {
            await mergeAnime(catalog, one, other, reviewer);
            decided = [other];
          }
          const [undone] = merged;
          if (it.kind === 'unmerge' && undone) {
            const result = await unmergeAnime(catalog, undone.id, reviewer).catch(() => null);
            decided = result === null ? [] : [result.animeId, result.survivorId];
          }
        }
        const after = await served(catalog);
        const found = new Map([...after].map(([id, shown]) => [id, textsOf(shown)]));
        const wanted = await expected(catalog);
        expect(found).toEqual(new Map([...after.keys()].map((id) => [id, wanted.get(id) ?? []])));

        // The title and format of a related anime are its own: its event tells of them.
        const value = (shown: Served | undefined) =>
          JSON.stringify({ ...shown, ...{ revision: 0, updatedAt: '' }, relations: shown && textsOf(shown) });
        const changed = [...after].filter(([id, now]) => value(now) !== value(before.get(id)) || decided.includes(id));
        const events = await eventsAfter(start);
        expect(events.map(({ animeId }) => animeId).sort()).toEqual(changed.map(([id]) => id).sort());
        for (const event of events) expect(JSON.parse(event.payload).data).toEqual(after.get(event.animeId));
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9, size: 'max' }), run), {
      numRuns: 15,
    });
  }, 240_000);

  test('hide a removed anime, and one that was merged by hand; a new title raises the version alone', async () => {
    await empty(catalog);
    const { client } = catalog.database;
    await catalog.import([anime('1', [to('sequel', '2'), to('alternative', '3')]), anime('2'), anime('3'), anime('4')]);
    const [one, two, three, four] = await Promise.all(['1', '2', '3', '4'].map((it) => idOf(it)));
    const state = async () => await client.anime.findUniqueOrThrow({ where: { id: one ?? '' } });
    const first = await state();
    await client.anime.update({ where: { id: two ?? '' }, data: { title: 'Second' } });
    const renamed = await state();
    expect([renamed.version > first.version, renamed.updatedAt]).toEqual([true, first.updatedAt]);
    expect(await relationsOf('1')).toEqual([`sequel ${two}`, `alternative ${three}`]);
    await client.anime.update({ where: { id: two ?? '' }, data: { mergedIntoId: four ?? '' } });
    const merged = await state();
    expect(merged.version > renamed.version).toBe(true);
    expect(await relationsOf('1')).toEqual([`alternative ${three}`]);
    await client.anime.delete({ where: { id: three ?? '' } });
    expect((await state()).version > merged.version).toBe(true);
    expect(await relationsOf('1')).toEqual([]);
  });

  test('are shown up to a hundred; further ones are no event', async () => {
    await empty(catalog);
    const many = Array.from({ length: 102 }, (_, n) =>
      anime(String(n + 10), n < 101 ? [to('prequel', '1')] : undefined),
    );
    await catalog.import([anime('1'), ...many]);
    const before = await relationsOf('1');
    expect(before).toHaveLength(100);
    const start = await position();
    await catalog.import([anime('111', [to('other', '1')])]);
    expect(await relationsOf('1')).toEqual(before);
    expect(await relationsOf('111')).toEqual([`other ${await idOf('1')}`]);
    expect((await eventsAfter(start)).map(({ animeId }) => animeId)).toEqual([await idOf('111')]);
  });
});
