import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { directEdits, editedIds, random, seedEdited } from '../graph/directEdits.ts';
import { describeWith } from '../support/describeWith.ts';
import { openRestApi, type RestApi } from './support/openRestApi.ts';
import { buildIndex } from './support/openSampleApi.ts';

describeWith(['postgres'], 'answers from representations that are held', () => {
  /** Holds everything. */
  let held: RestApi;
  /** Holds a few, so that most pages are put together from both. */
  let scarce: RestApi;
  /** Holds nothing. */
  let plain: RestApi;

  beforeAll(async () => {
    held = await openRestApi({ cacheBytes: 10_000_000 });
    await seedEdited(held.catalog.database);
    scarce = await openRestApi({ cacheBytes: 20_000, catalog: held.catalog });
    plain = await openRestApi({ catalog: held.catalog });
    const index = await buildIndex(held);
    for (const api of [held, scarce, plain]) api.setSearch(index);
  }, 60_000);
  afterAll(async () => {
    await plain?.close();
    await scarce?.close();
    await held?.close();
  });

  const targets = [
    ...['/v1/anime?sort=title.asc&limit=100', '/v1/anime?format=tv&sort=updated.desc&limit=7'],
    ...['/v1/anime?genre=genre-1&limit=100', '/v1/search?q=title&limit=50'],
    ...['/v1/schedules?limit=100', '/v1/schedules?limit=3', '/v1/genres'],
    ...editedIds.slice(0, 5).flatMap((id) => [`/v1/anime/${id}`, `/v1/anime/${id}/episodes?limit=100`]),
    // Merged now and then: the path that leads away must be the same as well.
    ...editedIds.slice(20, 24).map((id) => `/v1/anime/${id}`),
  ];
  const shownBy = async (api: RestApi, target: string) => {
    const { status, headers, body } = await api.get(target);
    return { target, status, etag: headers.etag, location: headers.location, body: body.toString() };
  };

  test('are those of the tables after every kind of direct edit', async () => {
    // Later edits find what was read after the ones before.
    await Promise.all([held, scarce].flatMap((api) => targets.map((target) => api.get(target))));
    for (const [index, edit] of directEdits.entries()) {
      await held.catalog.database.client.$executeRawUnsafe(edit());
      // The default window of schedules begins with each request.
      const now = new Date();
      for (const api of [held, scarce, plain]) api.setClock(now);
      for (const target of targets) {
        const expected = await shownBy(plain, target);
        expect(await shownBy(held, target)).toEqual(expected);
        if (index % 4 === 0) expect(await shownBy(scarce, target)).toEqual(expected);
      }
    }
    const { hits, misses } = held.representations.statistics();
    expect(hits).toBeGreaterThan(misses);
    expect(scarce.representations.statistics().bytes).toBeLessThanOrEqual(20_000);
    expect(plain.representations.statistics().entries).toBe(0);
  }, 120_000);

  test('and an entity tag names one body only, while rows are edited', async () => {
    const bodies = new Map<string, string>();
    const conditional = new Map<string, string>();
    let repeats = 0;
    let done = false;
    const editor = async () => {
      const client = new pg.Client({ connectionString: held.catalog.url });
      await client.connect();
      const end = performance.now() + 1_500;
      while (performance.now() < end) {
        await client.query('BEGIN');
        for (let edit = 0; edit < 2; edit += 1)
          await client.query((directEdits[Math.floor(random() * directEdits.length)] as () => string)());
        await client.query(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
      }
      await client.end();
    };
    const reader = async (api: RestApi) => {
      while (!done) {
        for (const target of targets) {
          const { status, headers, body } = await api.get(target, {
            'if-none-match': conditional.get(target) ?? '"none"',
          });
          if (status === 304) repeats += 1;
          if (status !== 200) continue;
          const name = `${target} ${headers.etag}`;
          const text = body.toString();
          expect(bodies.get(name) ?? text).toBe(text);
          bodies.set(name, text);
          conditional.set(target, headers.etag ?? '');
        }
      }
    };
    const now = new Date();
    for (const api of [held, scarce, plain]) api.setClock(now);
    const readers = [held, held, scarce, plain].map(reader);
    await Promise.all([editor().finally(() => (done = true)), ...readers]);
    expect(bodies.size).toBeGreaterThan(targets.length);
    expect(repeats).toBeGreaterThan(0);
  }, 60_000);
});
