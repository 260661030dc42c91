import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { routes } from '../../../src/rest/routes.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { describeParameters } from '../support/describeParameters.ts';
import { type OwnWebhook, openOwnersApi } from './openOwnersApi.ts';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly revision: number;
  readonly secret?: string;
}

const body = {
  name: 'Announcer',
  url: 'https://hooks.example.org/anime',
  events: ['anime.created', 'episode.released'],
};
describeWith(['postgres'], 'the management of webhooks', () => {
  const owners = ofSuite(openOwnersApi);
  let [path, others] = ['', ''];
  beforeAll(async () => {
    others = await owners.token('bob');
  });
  beforeEach(async () => {
    path = await owners.apply();
  });

  const send = (
    method: string,
    target: string,
    { content, ifMatch, as }: { content?: unknown; ifMatch?: string; as?: string } = {},
  ) =>
    owners.send(
      ...([method, target] as const),
      {
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      content === undefined ? undefined : JSON.stringify(content),
    );
  describeParameters(
    routes.filter(({ section }) => section === 'Webhooks'),
    () => ({
      send: (target, { method = 'GET', headers }) => owners.send(method, target, headers),
      pathOf: (endpoint) =>
        path.split('/webhooks')[0] +
        endpoint.path
          .slice(endpoint.path.indexOf('/webhooks'))
          .replace('{id}', uuidv7())
          .replace('{deliveryId}', uuidv7()),
    }),
  );

  const create = async () => {
    const answer = await send('POST', path, { content: body });
    expect(answer.status).toBe(201);
    return { at: answer.headers.location ?? '', tag: answer.headers.etag ?? '', made: answer.json<Webhook>() };
  };
  const refusal = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    const { code, detail } = answer.json<{ code: string; detail: string }>();
    return { status: answer.status, code, detail };
  };

  test('a webhook is made with its secret, which is shown again by a rotation alone', async () => {
    const answer = await send('POST', path, { content: body });
    const made = answer.json<Webhook>();
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ location: `${path}/${made.id}`, 'cache-control': 'no-store' });
    expect(made).toEqual({
      ...body,
      ...{ id: made.id, status: 'enabled', disabledReason: null, revision: 1 },
      ...{ animeIds: null, position: expect.any(Number), waiting: 0 },
      ...{ lastSuccessAt: null, failingSince: null, disablesAt: null },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
    });
    const { secret, ...shown } = made;
    const read = await send('GET', `${path}/${made.id}`);
    expect(read.json()).toEqual(shown);
    expect(read.headers.etag).toBe(answer.headers.etag);
    expect(read.headers['access-control-allow-origin']).toBeUndefined();
    const [stored] = await owners.api.catalog.database.client.webhook.findMany({ where: { id: made.id } });
    expect(stored?.secret).toMatch(/^v1\./);
    // The body is ignored.
    const rotated = await owners.send(
      'POST',
      `${path}/${made.id}/rotate-secret`,
      { 'content-type': 'text/plain' },
      '{',
    );
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(rotated.json()).toEqual(expect.objectContaining({ secret: expect.stringMatching(/^whsec_/) }));
    expect(rotated.json<Webhook>().secret).not.toBe(secret);
  });

  test('lists are of the application, newest first, in pages', async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await create()).made.id);
    const first = (await send('GET', `${path}?limit=2`)).json<{ items: Webhook[]; page: { nextCursor: string } }>();
    const rest = await send('GET', `${path}?limit=2&after=${first.page.nextCursor}`);
    const found = [...first.items, ...rest.json<{ items: Webhook[] }>().items].map(({ id }) => id);
    expect(found).toEqual(ids);
    expect(first.items[0]).not.toHaveProperty('secret');
  });

  test('under an application of their own nobody learns which webhooks and deliveries of others are there', async () => {
    const { at } = await create();
    const pinged = (await send('POST', `${at}/ping`)).json<{ id: string }>();
    const own = await owners.apply('bob');
    const theirs = at.replace(path, own);
    const nobodys = `${own}/${uuidv7()}`;
    const operations = [
      ...(['', '/deliveries', `/deliveries/${pinged.id}`] as const).map((below) => ['GET', below] as const),
      ...(['/ping', '/enable', '/disable', '/rotate-secret', `/deliveries/${pinged.id}/retry`] as const).map(
        (below) => ['POST', below] as const,
      ),
    ];
    for (const [method, below] of operations) {
      for (const place of [theirs, nobodys]) {
        const { status, code } = await refusal(method, `${place}${below}`, { as: others });
        expect([below, status, code]).toEqual([below, 404, 'not_found']);
      }
    }
    const delivery = `/deliveries/${pinged.id}`;
    const { made } = await create();
    expect(await refusal('GET', `${path}/${made.id}${delivery}`)).toMatchObject({ status: 404 });
    expect(await refusal('GET', at.replace(path, await owners.apply()))).toMatchObject({ status: 404 });
  });

  test.each([
    [
      { ...body, url: 'https://127.0.0.1/' },
      'unsafe_webhook_url',
      /^url: names an IP address: a DNS name is expected\.$/,
    ],
    [{ ...body, url: undefined }, 'invalid_body', /^\/url is required\.$/],
    [{ ...body, name: '\u200b' }, 'invalid_body', /^\/name /],
    [{ ...body, name: 'x'.repeat(101) }, 'invalid_body', /^\/name /],
    [{ ...body, events: [] }, 'invalid_body', /^\/events /],
    [{ ...body, events: ['ping'] }, 'invalid_body', /^\/events/],
    [{ ...body, events: ['anime.created', 'anime.created'] }, 'invalid_body', /^\/events /],
  ])('%j is refused: %s, %s', async (content, code, detail) => {
    expect(await refusal('POST', path, { content })).toEqual({
      status: 422,
      code,
      detail: expect.stringMatching(detail),
    });
  });

  test('an eleventh webhook is refused', async () => {
    for (let count = 0; count < 10; count += 1) await create();
    expect(await refusal('POST', path, { content: body })).toMatchObject({ status: 409, code: 'conflict' });
  });

  // What If-Match guards is tried in test/rest/endpoint.
  test('a change is checked as a creation is, and what is deleted is gone', async () => {
    const { at, tag } = await create();
    expect(await refusal('PATCH', at, { content: { url: 'https://localhost/' }, ifMatch: '*' })).toMatchObject({
      ...{ status: 422, code: 'unsafe_webhook_url' },
    });
    expect(await refusal('DELETE', at)).toMatchObject({ status: 428 });
    expect(await refusal('DELETE', at, { ifMatch: '"other"' })).toMatchObject({ status: 409 });
    expect((await send('DELETE', at, { ifMatch: tag })).status).toBe(204);
    expect(await refusal('GET', at)).toMatchObject({ status: 404 });
    expect(await refusal('GET', `${at}/deliveries`)).toMatchObject({ status: 404 });
  });

  test('enabling and disabling twice changes nothing the second time', async () => {
    const { at } = await create();
    expect((await send('POST', `${at}/enable`)).json()).toMatchObject({ status: 'enabled', revision: 1 });
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await send('POST', `${at}/disable`)).json()).toMatchObject({ status: 'disabled', revision: 2 });
    }
    expect(await refusal('POST', `${at}/ping`)).toMatchObject({ status: 409 });
    expect((await send('POST', `${at}/enable`)).json()).toMatchObject({ status: 'enabled', revision: 3 });
  });

  test('a ping is listed before what waits in the log, and what is no delivery is 404', async () => {
    const { at } = await create();
    await owners.api.catalog.import(newAnime(500, 2));
    const ping = await send('POST', `${at}/ping`);
    expect([ping.status, ping.json()]).toEqual([202, expect.objectContaining({ kind: 'ping', status: 'pending' })]);
    const list = (await send('GET', `${at}/deliveries`)).json<{ items: { id: string; kind: string }[] }>();
    // What waits in the log is listed from its first attempt on.
    expect(list.items.map(({ kind }) => kind)).toEqual(['ping']);
    expect((await send('GET', at)).json()).toMatchObject({ waiting: 2 });
    expect(await refusal('GET', `${at}/deliveries/${uuidv7()}`)).toMatchObject({ status: 404 });
  });

  test('those that failed at an instant or later are retried together, once', async () => {
    const { at } = await create();
    const failed = (hour: number, more = {}) => ({
      ...{ id: uuidv7(), webhookId: at.split('/').at(-1) ?? '', eventId: uuidv7(), eventPosition: 1 },
      ...{
        kind: 'anime.created',
        status: 'failed' as const,
        attempt: 8,
        completedAt: new Date(`2026-11-20T${hour}:00Z`),
      },
      ...more,
    });
    const ping = { kind: 'ping', eventPosition: null, payload: '{}' };
    const others = [failed(14, { cycle: 3 }), failed(14, ping), failed(14, { status: 'delivered' })];
    await owners.api.catalog.database.client.delivery.createMany({
      data: [failed(11), failed(12), failed(13), failed(14), ...others],
    });
    const retry = async (since: string) => (await send('POST', `${at}/deliveries/retry${since}`)).json();
    expect(await retry('?since=2026-11-20T21:00:00%2B09:00')).toEqual({ retried: 3, exhausted: 1 });
    expect(await retry('?since=2026-11-20T12:00:00Z')).toEqual({ retried: 0, exhausted: 1 });
    expect(await retry('?since=0001-01-01T00:00:00Z')).toEqual({ retried: 1, exhausted: 1 });
    expect(await retry('')).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: 'since' });
    const get = await send('GET', `${at}/deliveries/retry`);
    expect([get.status, get.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    await send('POST', `${at}/disable`);
    expect(await retry('?since=2026-11-20T12:00:00Z')).toMatchObject({ status: 409, code: 'conflict' });
  });

  describe('the anime that a webhook lists', () => {
    let webhook: OwnWebhook;
    let ids: string[];

    beforeAll(async () => {
      webhook = await owners.subscribe('localhost:9000');
      await owners.api.catalog.import(newAnime(0, 101));
      ids = (await owners.api.catalog.database.client.anime.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
    }, 60_000);

    const json = { 'content-type': 'application/json', 'if-match': '*' };
    const patch = (content: unknown) => owners.send('PATCH', webhook.path, json, JSON.stringify(content));
    const shown = async () =>
      (await owners.send('GET', webhook.path)).json<{ animeIds: unknown; revision: number; waiting: number }>();

    test('are all until some are named, and all again after null', async () => {
      expect(await shown()).toMatchObject({ animeIds: null, revision: 1 });
      const [first = '', second = ''] = ids;
      expect((await patch({ animeIds: [first.toUpperCase(), second] })).json()).toMatchObject({
        ...{ animeIds: [first, second], revision: 2 },
      });
      expect((await patch({ name: 'Renamed' })).json()).toMatchObject({ animeIds: [first, second], revision: 3 });
      expect((await patch({ animeIds: [first, second] })).json()).toMatchObject({ revision: 3 });
      expect((await patch({ animeIds: null })).json()).toMatchObject({ animeIds: null, revision: 4 });
      expect((await patch({ animeIds: ids.slice(0, 100) })).status).toBe(200);
      await patch({ animeIds: null });
    });

    test('are named at the creation', async () => {
      const path = webhook.path.slice(0, webhook.path.lastIndexOf('/'));
      const made = await owners.send(
        ...(['POST', path, json] as const),
        JSON.stringify({ name: 'w', url: 'https://hooks.example.org/', events: ['anime.created'], animeIds: [ids[3]] }),
      );
      expect([made.status, made.json()]).toEqual([201, expect.objectContaining({ animeIds: [ids[3]] })]);
    });

    test.each([
      ['none', () => [], '/animeIds'],
      ['101', () => ids, '/animeIds'],
      ['one twice', () => [ids[0], ids[0]?.toUpperCase()], '/animeIds'],
      ['an id that there is not', () => [ids[0], uuidv7()], '/animeIds/1'],
      ['what is no id', () => [ids[0], 'mal:1'], '/animeIds/1'],
      ['NUL', () => ['\0'], '/animeIds/0'],
      ['a number', () => [7], '/animeIds/0'],
      ['a text', () => 'all', '/animeIds'],
    ])('are refused: %s', async (_, given, pointer) => {
      const { revision } = await shown();
      const refused = await patch({ animeIds: given() });
      expect([refused.status, refused.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'invalid_body', errors: [expect.objectContaining({ pointer })] }),
      ]);
      expect(await shown()).toMatchObject({ revision });
    });
  });
});
