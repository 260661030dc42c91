import { beforeAll, expect, test } from '@jest/globals';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seriesId } from '../seedRows.ts';
import { episodesOf, WHOLE_ANIME, WHOLE_EPISODE } from '../selections.ts';

describeWith(['postgres'], 'a list of a hundred', () => {
  const COUNT = 100;
  const numbers = Array.from({ length: COUNT }, (_, n) => n);

  const anime = (n: number, title: string) => ({
    ...{ type: 'anime', source: 'mal', sourceId: `${n}`, titles: [{ title: `${title} ${n}` }] },
    // Every tenth gives its id up, which others may claim then.
    externalIds: title === 'Second' && n % 10 === 0 ? {} : { anidb: `${n}` },
  });

  const episode = (n: number, scheduledAt: string) => ({
    ...{ type: 'episode', source: 'mal', sourceId: `${n}/1`, anime: { source: 'mal', sourceId: `${n}` } },
    ...{ number: 1, status: 'scheduled', scheduledAt },
  });

  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
  });

  async function statementsOf(
    query: string,
  ): Promise<{ readonly data: Record<string, unknown>; readonly count: number }> {
    take();
    const { data, codes } = await graph.ask(query);
    expect(codes).toEqual([]);
    return { data, count: take().length };
  }

  test('of applications takes four statements with the keys of all and why they are suspended', async () => {
    const { database } = catalog;
    const created_at = '2024-01-01T00:00:00Z';
    await insertRows(
      database,
      'application',
      numbers.map((n) => ({ id: seriesId(1, n), name: `${n}`, owner: 'ann', owner_issuer: 'own', created_at })),
    );
    await insertRows(
      database,
      'api_key',
      numbers.flatMap((n) =>
        ['b', 'a'].map((letter) => ({
          ...{ id: `${letter}${String(n).padStart(11, '0')}`, application_id: seriesId(1, n) },
          ...{ digest: `\\x${n.toString(16).padStart(63, '0')}${letter}`, scopes: '{anime.read}', created_at },
        })),
      ),
    );
    const { data, count } = await statementsOf(
      `{ applications(first: ${COUNT}) { nodes { name suspendedReason keys { id } } } }`,
    );
    expect(count).toBe(4);
    expect(data).toEqual({
      applications: {
        nodes: numbers.map((n) => ({
          ...{ name: `${n}`, suspendedReason: null },
          keys: ['a', 'b'].map((letter) => ({ id: `${letter}${String(n).padStart(11, '0')}` })),
        })),
      },
    });
  });

  test('of deliveries takes five statements with their webhooks, applications and the attempts of all', async () => {
    const url = 'https://localhost:9000/hook';
    await subscribe(catalog, testWebhookPorts(['localhost:9000']), [url]);
    const { client } = catalog.database;
    await client.$executeRaw`
      INSERT INTO delivery (id, webhook_id, event_id, payload, kind, status, cycle, attempt, completed_at)
      SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'ping', 'delivered', 2, 2, now()
      FROM webhook s, generate_series(1, ${COUNT}::int)`;
    await client.$executeRaw`
      INSERT INTO delivery_attempt (delivery_id, cycle, number, started_at, duration_ms, status)
      SELECT d.id, c, n, now(), 5, 200 FROM delivery d, generate_series(2, 1, -1) c, generate_series(2, 1, -1) n`;
    const { data, count } = await statementsOf(
      `{ deliveries(first: ${COUNT}) { nodes { webhook { name application { owner } } attempts { cycle number } } } }`,
    );
    expect(count).toBe(5);
    const attempts = [1, 2].flatMap((cycle) => [1, 2].map((number) => ({ cycle, number })));
    const webhook = { name: expect.any(String), application: { owner: expect.any(String) } };
    expect(data).toEqual({ deliveries: { nodes: numbers.map(() => ({ webhook, attempts })) } });
  });

  test('of webhooks takes as many statements as one of ten with a page of the deliveries of each', async () => {
    const { database } = catalog;
    const [application_id, created_at] = [seriesId(2, 0), '2024-01-01T00:00:00Z'];
    await insertRows(database, 'application', [
      { id: application_id, name: 'many', owner: 'ann', owner_issuer: 'own', created_at },
    ]);
    await insertRows(
      database,
      'webhook',
      numbers.map((n) => ({
        ...{ id: seriesId(3, n), application_id, name: `${n}`, url: 'https://a.example/', events: '{anime.created}' },
        ...{ status: n % 2 === 0 ? 'enabled' : 'disabled', secret: '', start_position: 0, created_at },
      })),
    );
    await insertRows(
      database,
      'delivery',
      numbers.flatMap((n) =>
        ['pending', 'failed', 'cancelled'].map((status, index) => ({
          ...{ id: seriesId(4 + index, n), webhook_id: seriesId(3, n), event_id: seriesId(7, n) },
          ...{ payload: '{}', kind: 'ping', status, completed_at: status === 'pending' ? null : created_at },
          ...{ next_attempt_at: status === 'pending' ? created_at : null },
        })),
      ),
    );
    const page = (status: string, first = 25) =>
      `${status}: deliveries(status: ${status.toUpperCase()}, first: ${first}) { nodes { id status } pageInfo { hasNextPage } }`;
    const list = (first: number) => `{ webhooks(applicationId: "${application_id}", first: ${first}) { nodes {
      ${page('pending')} ${page('failed')} ${page('cancelled', 1)} one: delivery(id: "${seriesId(5, 0)}") { id }
    } } }`;
    const ten = await statementsOf(list(10));
    const { data, count } = await statementsOf(list(COUNT));
    expect(count).toBe(ten.count);
    expect(count).toBeLessThanOrEqual(9);
    const of = (series: number, n: number, status: string, hasNextPage = false) => ({
      ...{ nodes: [{ id: seriesId(series, n), status }], pageInfo: { hasNextPage } },
    });
    const none = { nodes: [], pageInfo: { hasNextPage: false } };
    expect((data.webhooks as { nodes: object[] }).nodes).toEqual(
      numbers.toReversed().map((n) => ({
        pending: n % 2 === 0 ? of(4, n, 'PENDING') : none,
        failed: of(5, n, 'FAILED'),
        // Of a webhook that has ended the newest of two: what waits is cancelled.
        cancelled: of(6, n, 'CANCELLED', n % 2 === 1),
        one: n === 0 ? { id: seriesId(5, 0) } : null,
      })),
    );
  });

  test('of proposals takes as many statements as one of ten, and each difference is that of the proposal alone', async () => {
    await catalog.import(numbers.map((n) => anime(n, 'First')));
    await catalog.import(numbers.map((n) => episode(n, '2027-01-01T00:00:00Z')));
    const records = await statementsOf(
      `{ animeList(first: ${COUNT}) { nodes { title records { source sourceId record anime { title } } } } }`,
    );
    expect(records.count).toBe(3);
    expect((records.data.animeList as { nodes: { title: string }[] }).nodes.map(({ title }) => title).sort()).toEqual(
      numbers.map((n) => `First ${n}`).sort(),
    );
    for (const node of (records.data.animeList as { nodes: { title: string; records: object[] }[] }).nodes) {
      const sourceId = node.title.slice('First '.length);
      const record = expect.objectContaining({ type: 'anime', source: 'mal', sourceId });
      expect(node.records).toEqual([{ source: 'mal', sourceId, record, anime: { title: node.title } }]);
    }
    const events = await statementsOf(`{ events(first: ${COUNT}) { nodes { animeId anime { id } } } }`);
    expect(events.count).toBe(3);
    for (const { animeId, anime: named } of (events.data.events as { nodes: { animeId: string; anime: object }[] })
      .nodes) {
      expect(named).toEqual({ id: animeId });
    }
    const proposed = numbers.map((n) => (n % 4 === 3 ? episode(n, '2027-02-01T00:00:00Z') : anime(n, 'Second')));
    const { notices } = await catalog.import(proposed, { review: true });
    expect(notices).toHaveLength(COUNT);
    const list = (first: number) =>
      `{ proposals(first: ${first}) { nodes { id difference { field before after } candidates { id } } } }`;
    const ten = await statementsOf(list(10));
    const { data, count } = await statementsOf(list(COUNT));
    expect(count).toBeLessThanOrEqual(ten.count);
    expect(count).toBeLessThanOrEqual(12);
    const { nodes } = data.proposals as { nodes: { id: string; difference: readonly object[] }[] };
    expect(nodes).toHaveLength(COUNT);
    for (const { id, difference } of nodes) {
      expect(difference.length).toBeGreaterThan(0);
      const alone = await graph.ask(`{ proposal(id: "${id}") { difference { field before after } } }`);
      expect(alone.data).toEqual({ proposal: { difference } });
    }
  });
});

describeWith(['postgres'], 'the number of statements', () => {
  const COUNT = 60;
  const ids = Array.from({ length: COUNT }, (_, n) => seriesId(1, n));

  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    const { database } = catalog;
    graph = new GraphTester(database);
    const survivor = ids[0] as string;
    await insertRows(database, 'anime', [{ id: survivor, title: '0' }]);
    await insertRows(
      database,
      'anime',
      ids.slice(1).map((id, n) => ({ id, title: `${n + 1}`, merged_into_id: n % 10 === 9 ? survivor : null })),
    );
    for (const term of ['genre', 'studio']) {
      await insertRows(
        database,
        term,
        [1, 2, 3].map((n) => ({ id: seriesId(2, n), slug: `${term}-${n}`, name: 'x', key: `${n}` })),
      );
      await insertRows(
        database,
        `anime_${term}`,
        ids.flatMap((id) => [1, 2, 3].map((n) => ({ anime_id: id, [`${term}_id`]: seriesId(2, n), position: n }))),
      );
    }
    const next = ids.slice(1).map((id, n) => ({ anime_id: ids[n] ?? '', related_id: id, type: 'sequel' }));
    await insertRows(database, 'anime_relation', next);
    const times = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' };
    await insertRows(
      database,
      'episode',
      ids.flatMap((id, at) =>
        [1, 2, 3].map((n) => ({
          ...{ id: seriesId(3, at * 10 + n), anime_id: id, number: n },
          ...{ status: 'released', released_at: '2024-02-29T00:00:00Z', ...times },
        })),
      ),
    );
  });

  /** How many statements one operation takes. */
  async function during(work: () => Promise<unknown>): Promise<number> {
    take();
    await work();
    return take().length;
  }

  const [first = ''] = ids;
  const animeList = (fields: string) => graph.ask(`{ animeList(first: 50) { nodes { ${fields} } } }`);
  const oneAnime = (id: string) => graph.ask(`{ anime(id: "${id}") { ${WHOLE_ANIME} } }`);
  const episodeKeys = (id: string) =>
    graph.ask(`{ animeEpisodes(animeId: "${id}", first: 25) { nodes { id version } } }`);

  test('of keys is one, and one more reads what is shown of them', async () => {
    expect(await during(() => animeList('id version'))).toBe(1);
    expect(await during(() => episodeKeys(first))).toBe(1);
    expect(await during(() => animeList(WHOLE_ANIME))).toBe(2);
    expect(await during(() => oneAnime(first))).toBe(2);
    const whole = episodesOf(WHOLE_EPISODE);
    expect(await during(() => graph.ask(whole, { id: first, first: 25 }))).toBe(2);
  });

  test('does not grow with the page: every relation of every anime is batched', async () => {
    const everything = (first: number) =>
      graph.ask(`{
        animeList(first: ${first}) {
          nodes {
            title
            genres { name animeCount }
            studios { name animeCount }
            alternativeTitles { title }
            relations { type anime { title episodeCount genres { slug } } }
            few: episodes(first: 1) { nodes { title anime { title genres { animeCount } } } }
            episodes(first: 10) { nodes { anime { mergedInto { title } synopsis } } }
          }
        }
      }`);
    const small = await during(() => everything(2));
    const large = await during(() => everything(30));
    expect(large).toBe(small);
    expect(large).toBeLessThanOrEqual(8);
  });

  test('of bulk reads and of merged anime is bounded too', async () => {
    const list = JSON.stringify(ids);
    expect(await during(() => graph.ask(`{ animeByIds(ids: ${list}) { title mergedInto { id } } }`))).toBe(1);
    expect(
      await during(() => graph.ask(`{ animeByIds(ids: ${list}) { title mergedInto { title } } }`)),
    ).toBeLessThanOrEqual(2);
    const one = ids.map((id, n) => `a${n}: anime(id: "${id}") { title }`).join(' ');
    expect(await during(() => graph.ask(`{ ${one} }`))).toBe(2);
  });

  test('does not grow with the requests where they coincide', async () => {
    const many = ids.slice(0, 40);
    const all = <Answer>(ask: (id: string) => Promise<Answer>) => during(() => Promise.all(many.map(ask)));
    expect(await all(oneAnime)).toBe(2);
    expect(await all(episodeKeys)).toBe(1);
  });

  test('of the counts of a list is none', async () => {
    expect(await during(() => graph.ask('{ genres { nodes { slug name } } }'))).toBe(1);
    expect(
      await during(() => graph.ask('{ genres { nodes { slug animeCount } } studios { nodes { animeCount } } }')),
    ).toBe(2);
  });

  test('leaves merged anime out of a count', async () => {
    const merged = ids.filter((_id, at) => at > 0 && at % 10 === 0).length;
    const { data } = await graph.ask('{ genres { nodes { slug animeCount } } }');
    expect(data).toEqual({
      genres: { nodes: [1, 2, 3].map((n) => ({ slug: `genre-${n}`, animeCount: COUNT - merged })) },
    });
  });
});
