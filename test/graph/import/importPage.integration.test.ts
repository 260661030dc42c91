import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';

const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');
const stories = [...page.matchAll(/^```jsonl\n(.*?)\n```\n\n```text\n(.*?)\n```$/gms)].map(
  ([, lines = '', told = '']) => ({
    lines: lines.split('\n'),
    told: told.split('\n'),
  }),
);

describeWith(['postgres'], 'the examples of docs/import.md', () => {
  const api = ofSuite(openRestApi);

  /** The anime of a record, or its one episode, as GET serves it. */
  async function served({
    type,
    source,
    sourceId,
  }: {
    type: string;
    source: string;
    sourceId: string;
  }): Promise<object> {
    const first = async (target: string) => {
      const { items } = (await (await api.get(target)).json()) as { items: { id: string }[] };
      expect(items).toHaveLength(1);
      return items[0] ?? { id: '' };
    };
    if (type === 'anime') return await first(`/v1/anime?externalId=${source}:${sourceId}`);
    const anime = await first('/v1/anime?externalId=mal:1');
    return await first(`/v1/anime/${anime.id}/episodes`);
  }

  test('come to what the page tells, line by line', async () => {
    expect(stories.map(({ lines, told }) => [lines.length, told.length])).toEqual([
      [10, 10],
      [13, 13],
      [4, 4],
    ]);
    for (const { lines, told } of stories) {
      for (const [index, line] of lines.entries()) {
        const record = JSON.parse(line) as { type: string; source: string; sourceId: string };
        const [, outcome = '', pointer, values] = /^(\w+)(?: (\/[\w/]+)| (\{.*\}))?$/.exec(told[index] ?? '') ?? [];
        const report = await api.catalog.import([record]);
        expect([line, report]).toEqual([line, expect.objectContaining({ [outcome]: 1 })]);
        if (pointer !== undefined) expect([line, report.notices]).toMatchObject([line, [{ pointer }]]);
        if (values !== undefined) expect([line, await served(record)]).toMatchObject([line, JSON.parse(values)]);
      }
    }
  });

  test('the records that it shows as a whole file are taken', async () => {
    const [, records = ''] = /^```json\n(\{"type":"anime".*?)\n```$/ms.exec(page) ?? [];
    const lines = records.split('\n').map((line) => JSON.parse(line) as object);
    expect(await api.catalog.import(lines, { dryRun: true })).toMatchObject({
      created: 2,
      rejected: 0,
      ignoredMembers: 0,
    });
  });

  test('the order of sources that it tells is the one that a new catalogue has', async () => {
    const [, told = ''] = /The order is ((?:`[\w-]+`,\s+)+)then/.exec(page) ?? [];
    const sources = await api.catalog.database.client.source.findMany({ orderBy: { priority: 'asc' } });
    expect([...told.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(
      sources.map(({ name }) => name).filter((name) => !['review', 'by-hand'].includes(name)),
    );
  });
});
