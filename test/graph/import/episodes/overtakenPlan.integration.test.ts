import { expect, test } from '@jest/globals';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';

const released = { status: 'released', releasedAt: '2020-01-01T00:00:00Z' };
const later = { scheduledAt: '2020-02-01T00:00:00Z' };

describeWith(['postgres'], 'a plan that another source has overtaken', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  /** The statuses of an episode that mal plans and anilist confirms, after each further record of one of them. */
  async function statuses(...further: readonly (readonly [source: string, more: object])[]): Promise<string[]> {
    works += 1;
    const work = `w${works}`;
    const anime = { type: 'anime', sourceId: work, titles: [{ title: work }] };
    await catalog.import([
      { ...anime, source: 'mal' },
      { ...anime, source: 'anilist', externalIds: { mal: work } },
    ]);
    const first = { anime: { source: 'mal', sourceId: work }, number: 1 };
    const shown: string[] = [];
    for (const [source, more] of [
      ['mal', { ...first, status: 'scheduled' }],
      ['anilist', { ...first, ...released }],
      ...further,
    ] as const) {
      await catalog.import([{ type: 'episode', source, sourceId: `${work}/1`, ...more }]);
      const { status } = await catalog.database.client.episode.findFirstOrThrow({ where: { anime: { title: work } } });
      shown.push(status);
    }
    return shown.slice(2);
  }

  test('stays so when its source states another title', async () => {
    expect(await statuses(['mal', { titles: [{ title: 'A' }] }])).toEqual(['released']);
    expect(await statuses(['anilist', { titles: [{ title: 'B' }] }], ['mal', { titles: [{ title: 'A' }] }])).toEqual([
      'released',
      'released',
    ]);
  });

  test('counts again when its source states another status or planned time', async () => {
    expect(await statuses(['mal', { status: 'delayed' }])).toEqual(['delayed']);
    expect(await statuses(['mal', later])).toEqual(['scheduled']);
  });

  test('counts again although the other source states another title since', async () => {
    expect(await statuses(['mal', later], ['anilist', { titles: [{ title: 'A' }] }])).toEqual([
      'scheduled',
      'scheduled',
    ]);
  });
});
