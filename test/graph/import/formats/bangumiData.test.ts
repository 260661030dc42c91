import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { bangumiDataRecords } from '../../../../src/graph/import/formats/bangumiData.ts';
import { ItemError } from '../../../../src/graph/import/formats/readItem.ts';
import { validateRecord } from '../../../../src/graph/import/validateRecord.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const item = {
  title: '進撃の巨人',
  titleTranslate: { 'zh-Hans': ['进击的巨人', '进巨', ' '], en: ['Attack on Titan'] },
  type: 'tv',
  lang: 'ja',
  begin: '2013-04-06T16:58:00.000Z',
  end: '2013-09-28T17:28:00.000Z',
  sites: [
    { site: 'bilibili', id: '1' },
    { site: 'bangumi', id: '55770' },
    { site: 'aniList', id: '16498' },
    { site: 'mal', id: '16498' },
    { site: 'dmhy', id: '進撃' },
  ],
};

function convert(changes: Record<string, unknown>, now = NOW) {
  const changed = { ...item, ...changes };
  return bangumiDataRecords(now, [changed]).convert(changed);
}

describe('an item of bangumi-data', () => {
  test('has its titles on one line each, without what turns text round', () => {
    const record = convert({
      title: 'Bungo\t\u202e',
      titleTranslate: { en: ['Bungo\nand\u0090 Alchemist-\t', '\u200b\t'] },
    });
    expect(record.titles?.map(({ title }) => title)).toEqual(['Bungo', 'Bungo and  Alchemist-']);
    expect(validateRecord(record)).toMatchObject({ ok: true, ignoredMembers: 1 });
  });

  test('becomes a record with its titles, ids and dates in Japan', () => {
    expect(convert({})).toEqual({
      type: 'anime',
      source: 'bangumi-data',
      sourceId: '55770',
      titles: [
        { title: '進撃の巨人', language: 'ja', kind: 'official' },
        { title: 'Attack on Titan', language: 'en', kind: null },
        { title: '进击的巨人', language: 'zh-Hans', kind: null },
        { title: '进巨', language: 'zh-Hans', kind: 'synonym' },
      ],
      format: 'tv',
      status: 'finished',
      startDate: '2013-04-07',
      endDate: '2013-09-29',
      year: null,
      season: null,
      externalIds: { bangumi: '55770', mal: '16498', anilist: '16498' },
      broadcast: null,
      officialSite: null,
    });
  });

  test.each([
    ['in the evening in Japan', 'R/2020-01-01T13:00:00.000Z/P7D', {}, 'wednesday', '22:00', 'Asia/Tokyo'],
    ['after midnight in Japan', 'R/2013-04-06T16:58:00.000Z/P7D', {}, 'sunday', '01:58', 'Asia/Tokyo'],
    ['at an unknown time up to 2020', 'R/1995-10-04T16:00:00.000Z/P7D', {}, 'wednesday', null, 'Asia/Tokyo'],
    ['at an unknown time from 2021', 'R/2023-05-11T16:00:00.000Z/P7D', {}, 'friday', null, 'Asia/Tokyo'],
    ['in China', 'R/2016-01-08T15:30:00.000Z/P7D', { lang: 'zh-Hans' }, 'friday', '23:30', 'Asia/Shanghai'],
  ])('broadcast %s has its weekday and time there', (_, broadcast, changes, weekday, time, timezone) => {
    const record = convert({ ...changes, broadcast, officialSite: 'https://shingeki.tv/' });
    expect(record).toMatchObject({ broadcast: { weekday, time, timezone }, officialSite: 'https://shingeki.tv/' });
    expect(validateRecord(record)).toMatchObject({ ok: true, ignoredMembers: 0 });
  });

  test.each(['R/2020-01-01T13:00:00.000Z/P0D', 'R/2020-01-01T13:00:00.000Z/P1M', 'R/yesterday/P7D', 'weekly', ''])(
    'with the rule "%s" has no weekly broadcast, and without an address no official site',
    (broadcast) => {
      expect(convert({ broadcast, officialSite: 'soon' })).toMatchObject({ broadcast: null, officialSite: null });
    },
  );

  test.each([
    ['an evening broadcast', { begin: '2002-10-03T09:30:00.000Z' }, '2002-10-03'],
    ['a broadcast at midnight in Japan', { begin: '2016-07-01T15:00:00.000Z' }, '2016-07-02'],
    ['an unknown time up to 2020', { begin: '1995-10-04T16:00:00.000Z' }, '1995-10-04'],
    ['an unknown time from 2021', { begin: '2023-05-11T16:00:00.000Z' }, '2023-05-12'],
    ['a Chinese series', { begin: '2016-01-08T15:30:00.000Z', lang: 'zh-Hans' }, '2016-01-08'],
    ['an English series', { begin: '1985-03-04T23:00:00.000Z', lang: 'en' }, '1985-03-04'],
  ])('%s starts on its date there', (_, changes, startDate) => {
    expect(convert(changes).startDate).toBe(startDate);
  });

  test.each([
    ['a last slot that ends at midnight', { end: '2016-09-24T15:00:00.000Z' }, '2016-09-24'],
    ['no end', { end: '' }, null],
    ['a film', { type: 'movie', end: '2014-01-01T00:00:00.000Z' }, '2013-04-07'],
    ['an OVA, at its last release', { type: 'ova', end: '2014-08-08T15:00:00.000Z' }, '2014-08-09'],
  ])('%s ends on the right date', (_, changes, endDate) => {
    expect(convert(changes).endDate).toBe(endDate);
  });

  test.each([
    ['announced', { begin: '2026-12-01T15:00:00.000Z', end: '' }],
    ['airing', { begin: '2026-10-01T15:00:00.000Z', end: '' }],
    ['airing', { begin: '2026-10-01T15:00:00.000Z', end: '2026-12-24T15:30:00.000Z' }],
    ['finished', { begin: '2026-10-01T15:00:00.000Z', end: '2026-11-20T15:30:00.000Z' }],
    ['finished', { type: 'movie', end: '' }],
    ['unknown', { type: 'ova', end: '' }],
    ['unknown', { begin: '' }],
  ])('is %s by its times', (status, changes) => {
    expect(convert(changes).status).toBe(status);
  });

  test('without a Bangumi subject is keyed by another site, and in the end by its title', () => {
    expect(convert({ sites: [{ site: 'mal', id: '7' }] }).sourceId).toBe('mal:7');
    expect(convert({ sites: [{ site: 'abema', id: '2-36' }] }).sourceId).toBe('abema:2-36');
    expect(convert({ sites: [] }).sourceId).toBe('title:進撃の巨人');
  });

  test('that repeats a subject is one record with the original, with the titles and ids of all', () => {
    const original = { ...item, sites: [{ site: 'bangumi', id: '55770' }] };
    const items = [
      {
        ...item,
        lang: 'zh-Hans',
        title: '进击的巨人',
        titleTranslate: { en: ['AoT'] },
        begin: '2012-01-01T00:00:00.000Z',
      },
      { ...item, begin: '2014-04-05T16:58:00.000Z' },
      original,
      { ...item, type: 'radio' },
    ];
    for (const order of [items, items.toReversed()]) {
      const { originals, convert } = bangumiDataRecords(NOW, order);
      expect(originals.map(({ value }) => value)).toEqual(order.filter((it) => it === original || it.type === 'radio'));
      expect(originals.find(({ value }) => value === original)?.number).toBe(order.indexOf(original) + 1);
      expect(convert(original)).toMatchObject({
        sourceId: '55770',
        titles: [
          { title: '進撃の巨人', language: 'ja', kind: 'official' },
          { title: 'Attack on Titan', language: 'en', kind: null },
          { title: '进击的巨人', language: 'zh-Hans', kind: null },
          { title: '进巨', language: 'zh-Hans', kind: 'synonym' },
          { title: 'AoT', language: 'en', kind: null },
        ],
        startDate: '2013-04-07',
        externalIds: { bangumi: '55770', mal: '16498', anilist: '16498' },
      });
    }
  });

  test.each([
    ['a title', { title: ' ' }, '/title'],
    ['a type', { type: 'radio' }, '/type'],
    ['a language', { lang: 'fr' }, '/lang'],
    ['a time', { begin: 'yesterday' }, '/begin'],
    ['a year', { begin: '9999-12-31T15:00:00.000Z' }, '/begin'],
    ['translations', { titleTranslate: { en: 'x' } }, '/titleTranslate/en'],
  ])('with %s that is wrong is refused by its pointer', (_, changes, pointer) => {
    const refused = () => convert(changes);
    expect(refused).toThrow(ItemError);
    expect(refused).toThrow(expect.objectContaining({ pointer }));
  });
});

test('every item of the package is in a valid record with a key of its own', () => {
  const { items } = createRequire(import.meta.url)('bangumi-data/dist/data.json') as { items: unknown[] };
  const { originals, convert } = bangumiDataRecords(NOW, items);
  const records = originals.map(({ value }) => convert(value));
  expect(items.length - records.length).toBeLessThan(20);
  expect(records.length).toBeGreaterThan(8000);
  expect(new Set(records.map(({ sourceId }) => sourceId)).size).toBe(records.length);
  expect(records.map(validateRecord).filter(({ ok }) => !ok)).toEqual([]);
  const dated = records.filter(({ startDate, endDate }) => startDate != null && endDate != null);
  expect(dated.filter(({ startDate, endDate }) => String(startDate) > String(endDate))).toEqual([]);
});
