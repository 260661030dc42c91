import { expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openSampleApi } from '../support/openSampleApi.ts';

describeWith(['postgres'], 'SuggestAnime', () => {
  const api = ofSuite(openSampleApi);

  test.each([
    ['kyojin', 'Shingeki no Kyojin', 'ja-Latn'],
    ['進撃', '進撃の巨人', 'ja'],
    ['shingeki no kyo', 'Shingeki no Kyojin', 'ja-Latn'],
  ])('completes %s to the title in the language that was typed', async (q, title, language) => {
    const answer = await api.get(`/v1/search/suggestions?q=${encodeURIComponent(q)}`);
    expect(answer.json()).toEqual({ items: [{ id: api.animeId, title, language, format: 'tv', year: 2013 }] });
  });

  test('has the first hits of the search, ten at most, and little else', async () => {
    const answer = await api.get('/v1/search/suggestions?q=anime');
    const { items } = answer.json<{ items: { id: string; title: string }[] }>();
    const hits = (await api.get('/v1/search?q=anime&limit=10')).json<{ items: { id: string }[] }>().items;
    expect(items.map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
    expect(items).toHaveLength(10);
    expect(answer.body.length).toBeLessThan(2_500);
  });

  test('is empty for what nothing is called', async () => {
    for (const q of ['qqqqqqqq', '\u0000', '\u{1f600}', '!'.repeat(200)]) {
      const answer = await api.get(`/v1/search/suggestions?q=${encodeURIComponent(q)}`);
      expect({ q, status: answer.status, body: answer.json() }).toEqual({ q, status: 200, body: { items: [] } });
    }
  });

  test('is 503 search_unavailable when search is off', async () => {
    api.setSearch(null);
    const answer = await api.get('/v1/search/suggestions?q=kyojin');
    expect(answer.json()).toMatchObject({ status: 503, code: 'search_unavailable' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});
