import { describe, expect, test } from '@jest/globals';
import type { ImportItem } from '../../../src/cli/import/importItem.ts';
import { RECORD_FORMATS } from '../../../src/cli/import/recordFormats.ts';
import type { ImportFormat } from '../../../src/graph/model/vocabulary.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

async function read(format: ImportFormat, text: string): Promise<ImportItem[]> {
  async function* source() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 64) yield bytes.subarray(at, at + 64);
  }
  const items: ImportItem[] = [];
  for await (const item of RECORD_FORMATS[format](source(), NOW)) items.push(item);
  return items;
}

describe('catalog', () => {
  test('reads each line as a record or tells why not', async () => {
    expect(await read('catalog', '{"type":"anime"}\n[1]\nnull\n{"type"\n\n{}')).toEqual([
      { place: { unit: 'line', number: 1 }, record: { type: 'anime' } },
      { place: { unit: 'line', number: 2 }, reason: 'the line must be a JSON object', pointer: null },
      { place: { unit: 'line', number: 3 }, reason: 'the line must be a JSON object', pointer: null },
      { place: { unit: 'line', number: 4 }, reason: expect.stringMatching(/^the line is not JSON: /), pointer: null },
      { place: { unit: 'line', number: 6 }, record: {} },
    ]);
  });

  test('rejects a record that has a member twice, of which one value would be lost', async () => {
    const [twice, once] = await read('catalog', '{"year":2013,"titles":[{"title":"a","title":"b"}]}\n{"year":2013}');
    expect(twice).toEqual({
      place: { unit: 'line', number: 1 },
      reason: 'the line has the member "title" twice in one object',
      pointer: null,
    });
    expect(once).toHaveProperty('record');
  });

  test('rejects a line of more levels than anything that recurses over it bears, and goes on', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const [shallow, deep, bottomless, next] = await read(
      'catalog',
      [99, 100, 50_000, 0].map(nested).join('\n').replace('{"a":}', '{}'),
    );
    for (const item of [shallow, next]) expect(item).toHaveProperty('record');
    for (const [index, item] of [deep, bottomless].entries()) {
      expect(item).toMatchObject({ place: { number: index + 2 }, reason: expect.stringContaining('100 levels') });
    }
  });

  test.each([
    ['bangumi-data', '{"siteMeta":{},"items":[]}'],
    ['anime-offline-database', '{"$schema":"https://example.org","license":{}}\n'],
    ['dump', '{"type":"dump","version":1}\n'],
  ])('names the format when a file is of another: %s', async (name, text) => {
    await expect(read('catalog', text)).rejects.toMatchObject({
      code: 'wrong_format',
      message: expect.stringContaining(`--format ${name}`),
    });
  });
});

describe('dump', () => {
  test.each([
    ['another file', '{"type":"anime"}\n', 'this is no dump'],
    ['another version', '{"type":"dump","version":2}\n', 'version 2'],
  ])('is not taken of %s', async (_, text, message) => {
    await expect(read('dump', text)).rejects.toMatchObject({
      code: 'wrong_format',
      message: expect.stringContaining(message),
    });
  });
});

const ITEM = { title: 'あ', type: 'tv', lang: 'ja', begin: '', end: '', sites: [{ site: 'mal', id: '5' }] };

describe('bangumi-data', () => {
  test('reads the items of the document, a broken one by its place', async () => {
    const items = await read(
      'bangumi-data',
      JSON.stringify({ siteMeta: {}, items: [ITEM, { ...ITEM, type: 'x' }, ITEM] }, null, 1),
    );
    expect(items).toMatchObject([
      { place: { unit: 'item', number: 1, of: 2 }, record: { sourceId: 'mal:5' } },
      { place: { unit: 'item', number: 2 }, reason: 'type: must be one of tv, web, movie, ova', pointer: '/type' },
    ]);
  });

  test.each([
    ['is cut', '{"items":[{"title":"あ"', 'broken_document'],
    ['is empty', '', 'broken_document'],
    ['is not JSON', '{"items":[{],', 'broken_document'],
    ['has its items twice', '{"items":[{}],"items":[{}]}', 'broken_document'],
    ['has no items', '{"data":[{}]}', 'wrong_document'],
  ])('tells when the document %s', async (_, text, code) => {
    await expect(read('bangumi-data', text)).rejects.toMatchObject({ code });
  });
});

const ENTRY = {
  sources: ['https://myanimelist.net/anime/5'],
  title: 'A',
  type: 'TV',
  episodes: 1,
  status: 'FINISHED',
  animeSeason: { season: 'FALL', year: 2006 },
  synonyms: [],
  tags: [],
};
const RELEASE = {
  license: { name: 'ODbL' },
  repository: 'https://github.com/manami-project',
  lastUpdate: '2026-11-15',
};

describe('anime-offline-database', () => {
  test.each([
    [
      'JSON Lines',
      [RELEASE, ENTRY, { ...ENTRY, type: 'x' }].map((line) => JSON.stringify(line)).join('\n'),
      'line',
      [2, 3],
    ],
    [
      'JSON Lines without its first',
      [ENTRY, { ...ENTRY, type: 'x' }].map((line) => JSON.stringify(line)).join('\n'),
      'line',
      [1, 2],
    ],
  ])('reads %s', async (_, text, unit, [first, second]) => {
    expect(await read('anime-offline-database', text)).toMatchObject([
      { place: { unit, number: first }, record: { sourceId: 'mal:5' } },
      { place: { unit, number: second }, reason: expect.stringContaining('type'), pointer: '/type' },
    ]);
  });

  test.each([
    ['a record of the catalog format', '{"type":"anime","source":"mal","sourceId":"5","titles":[{"title":"A"}]}\n'],
    ['an entry without sources', '{"title":"A","type":"TV"}\n{"title":"B","type":"TV"}\n'],
  ])('a first line that is %s is no release: it is rejected by its number', async (_, text) => {
    const [first] = await read('anime-offline-database', text);
    expect(first).toEqual({
      place: { unit: 'line', number: 1 },
      reason: 'sources: is missing (expected array)',
      pointer: '/sources',
    });
  });

  test('tells JSON Lines that hold the release alone', async () => {
    const text = `${JSON.stringify(RELEASE)}\n`;
    await expect(read('anime-offline-database', text)).rejects.toMatchObject({ code: 'wrong_document' });
  });

  test.each([
    ['pretty', JSON.stringify({ ...RELEASE, data: [ENTRY] }, null, 2)],
    ['minified', JSON.stringify({ ...RELEASE, data: [ENTRY] })],
    ['minified and large', JSON.stringify({ ...RELEASE, data: Array.from({ length: 10_000 }, () => ENTRY) })],
  ])('asks for JSON Lines instead of %s JSON', async (_, text) => {
    await expect(read('anime-offline-database', text)).rejects.toMatchObject({
      code: 'wrong_document',
      message: expect.stringContaining('.jsonl'),
    });
  });
});
