import { beforeAll, expect, test } from '@jest/globals';
import { idsEndingWith, MOST_IDS } from '../../../src/graph/administration/idsEndingWith.ts';
import type { IdKind } from '../../../src/graph/model/vocabulary.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

const ID = '0198c7a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';

describeWith(['postgres'], 'ids by their last digits', () => {
  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    await catalog.import(newAnime(1, 2));
    const { client } = catalog.database;
    for (let made = 0; made < 7; made += 1) {
      const id = ID.replace('0198c7a2', `0198c7a${made}`).replace('2b6a1c4d5e6f', `2b6a1${made}4d5e6f`);
      await client.application.create({ data: { id, name: 'A', owner: 'ann', ownerIssuer: 'own' } });
    }
  });

  const find = (digits: string, ...kinds: IdKind[]) => idsEndingWith(catalog.database, kinds, digits);

  test('name one object, or several, or none; of deleted ones none', async () => {
    const { client } = catalog.database;
    const { id } = await client.anime.findFirstOrThrow();
    expect(await find(id.slice(-12), 'anime')).toEqual([id]);
    expect(await find(id.slice(-12).toUpperCase(), 'application', 'episode', 'anime', 'anime')).toEqual([id]);
    expect(await find(id.slice(-12), 'proposal', 'webhook', 'episode')).toEqual([]);
    expect(await find(id.slice(-12))).toEqual([]);
    const one = '0198c7a3-8c1e-7d3b-9f00-2b6a134d5e6f';
    expect(await find('a134d5e6f', 'application')).toEqual([one]);
    expect(await find('4d5e6f', 'application')).toHaveLength(MOST_IDS);
    await client.application.update({ where: { id: one }, data: { deletedAt: new Date() } });
    expect(await find('a134d5e6f', 'application')).toEqual([]);
  });

  test.each(['', '4d5e6', '2b6a134d5e6f0', '%%%%%%', '______', '\0'.repeat(6), "' OR 1=1", 'é'.repeat(100_000)])(
    'are 6 to 12: %#',
    async (digits) => {
      await expect(find(digits, 'application')).rejects.toThrow(/^digits: 6 to 12 hexadecimal digits/);
    },
  );
});
