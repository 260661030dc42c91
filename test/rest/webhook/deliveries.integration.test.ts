import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifySignature } from '../../../docs/webhooks/verifySignature.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import type { ReceivedRequest } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { testSecrets } from '../../support/webhooks.ts';
import { type OwnWebhook, openDeliveringApi } from './openOwnersApi.ts';

interface Webhook {
  readonly status: string;
  readonly revision: number;
  readonly position: number;
  readonly waiting: number;
  readonly lastSuccessAt: string | null;
  readonly failingSince: string | null;
  readonly disablesAt: string | null;
}

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly isTest: boolean;
  readonly status: string;
  readonly completedAt: string | null;
}

interface Detail extends Delivery {
  readonly request: { readonly headers: Record<string, string>; readonly body: string };
  readonly attempts: readonly { readonly error: string | null; readonly requestHeaders: Record<string, string> }[];
}

const HOUR_MS = 3_600_000;
/** HTTP's own, and the signature. */
const NOT_SHOWN = ['host', 'connection', 'content-length', 'service-signature'];

describeWith(['postgres', 'openssl'], 'deliveries', () => {
  const owners = ofSuite(openDeliveringApi);
  let imported = 0;
  afterEach(async () => {
    await owners.stop();
    owners.receiver.answer((_request, response) => response.writeHead(204).end());
  });

  const publish = async (count: number, more: object = {}) => {
    await owners.api.catalog.import(newAnime(imported + 1, count).map((record) => ({ ...record, ...more })));
    imported += count;
  };

  describe('the state of a webhook', () => {
    let webhook: OwnWebhook;
    beforeEach(async () => {
      webhook = await owners.subscribe(owners.target);
    });
    afterEach(async () => {
      owners.api.setClock(null);
      await owners.send('POST', `${webhook.path}/disable`);
    });

    const dispatch = (status: number) => {
      owners.receiver.answer((_request, response) => response.writeHead(status).end());
      return owners.dispatch();
    };
    const get = (headers = {}) => owners.send('GET', webhook.path, headers);
    const read = async () => (await get()).json<Webhook>();
    const deliveries = async () =>
      (await owners.send('GET', `${webhook.path}/deliveries?limit=100`)).json<{ items: Delivery[] }>().items;
    const ended = (count: number) =>
      until(
        async () => (await deliveries()).filter(({ completedAt }) => completedAt !== null).length === count,
        20_000,
      );

    test('tells how far it has read the log, and how many events follow, to a thousand', async () => {
      const start = await read();
      expect(start).toMatchObject({ waiting: 0, lastSuccessAt: null, failingSince: null, disablesAt: null });
      await publish(3);
      expect(await read()).toMatchObject({ position: start.position, waiting: 3 });
      const { reports } = dispatch(503);
      await until(async () => reports.length === 3, 20_000);
      await owners.stop();
      expect(await read()).toMatchObject({ position: start.position + 3, waiting: 0 });
      await publish(2);
      await owners.send('POST', `${webhook.path}/ping`);
      expect((await deliveries()).filter(({ status }) => status === 'pending')).toHaveLength(4);
      expect(await read()).toMatchObject({ position: start.position + 3, waiting: 2 });
      const { items } = (await owners.api.send(`/v1/events?after=${start.position + 3}`, {})).json<{
        items: unknown[];
      }>();
      expect(items).toHaveLength(2);
      await publish(1_000);
      expect(await read()).toMatchObject({ waiting: 1_000 });
      await owners.send('POST', `${webhook.path}/disable`);
      expect(await read()).toMatchObject({ status: 'disabled', position: start.position + 3, waiting: 0 });
    }, 60_000);

    test('tells of the last success, pings included, and since when everything has failed', async () => {
      await publish(2);
      dispatch(404);
      await ended(2);
      const failing = await read();
      expect(failing).toMatchObject({ lastSuccessAt: null, failingSince: expect.stringMatching(/Z$/), revision: 1 });
      await owners.stop();
      await owners.send('POST', `${webhook.path}/ping`);
      dispatch(204);
      await ended(3);
      const pinged = await read();
      expect(pinged.failingSince).toBe(failing.failingSince);
      expect(pinged.lastSuccessAt).not.toBeNull();
      await publish(1);
      await ended(4);
      const healthy = await read();
      expect(healthy).toMatchObject({ failingSince: null, waiting: 0, revision: 1 });
      expect(Date.parse(healthy.lastSuccessAt ?? '')).toBeGreaterThan(Date.parse(pinged.lastSuccessAt ?? ''));
      const { items } = (await owners.send('GET', webhook.path.replace(`/${webhook.id}`, '?limit=1'))).json<{
        items: Webhook[];
      }>();
      expect(items).toEqual([healthy]);
    });

    test('warns a day after everything has failed, of the day on which the service disables it', async () => {
      await publish(1);
      dispatch(404);
      await ended(1);
      const since = Date.parse((await read()).failingSince ?? '');
      const disablesAfter = async (ms: number) => {
        owners.api.setClock(new Date(since + ms));
        return (await read()).disablesAt;
      };
      expect(await disablesAfter(24 * HOUR_MS - 1)).toBeNull();
      expect(await disablesAfter(24 * HOUR_MS)).toBe(new Date(since + 5 * 24 * HOUR_MS).toISOString());
      await owners.send('POST', `${webhook.path}/disable`);
      expect(await disablesAfter(24 * HOUR_MS)).toBeNull();
      await owners.send('POST', `${webhook.path}/enable`);
      expect(await read()).toMatchObject({ failingSince: null, disablesAt: null });
    });

    test('moves the entity tag, and refuses no change by an owner who saw the state before', async () => {
      const before = await get();
      const tag = before.headers.etag ?? '';
      expect(tag).toMatch(/^"/);
      const isUnchanged = async () => (await get({ 'if-none-match': tag })).status === 304;
      expect(await isUnchanged()).toBe(true);
      await publish(1);
      expect(await isUnchanged()).toBe(false);
      expect((await get()).json()).toMatchObject({ waiting: 1, revision: 1 });
      const json = { 'content-type': 'application/json' };
      const patch = (ifMatch: string) =>
        owners.send('PATCH', webhook.path, { ...json, 'if-match': ifMatch }, JSON.stringify({ name: 'Another' }));
      const changed = await patch(tag);
      expect([changed.status, changed.json<Webhook>().revision]).toEqual([200, 2]);
      expect(changed.headers.etag).toBe((await get()).headers.etag);
      expect((await patch(tag)).status).toBe(409);
      dispatch(404);
      await ended(1);
      const failed = (await get()).headers.etag ?? '';
      expect(failed).not.toBe(changed.headers.etag);
      owners.api.setClock(new Date(Date.now() + 30 * HOUR_MS));
      expect((await get({ 'if-none-match': failed })).status).toBe(200);
      expect((await owners.send('DELETE', webhook.path, { 'if-match': failed })).status).toBe(204);
    });
  });

  describe('a recent event sent as a test', () => {
    let webhook: OwnWebhook;

    const ask = (kind: string) => owners.send('POST', `${webhook.path}/test?kind=${kind}`);
    const list = async (status?: string) => {
      const filter = status === undefined ? '' : `?status=${status}`;
      return (await owners.send('GET', `${webhook.path}/deliveries${filter}`)).json<{ items: Delivery[] }>().items;
    };

    test('is refused while there is none of its kind', async () => {
      webhook = await owners.subscribe(owners.target);
      const refused = await ask('episode.released');
      expect([refused.status, refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'conflict',
          detail: expect.stringContaining('No event of kind episode.released'),
        }),
      ]);
    });

    test('is the newest one, byte for byte, in a delivery of its own beside the real one', async () => {
      const { catalog } = owners.api;
      await publish(2);
      const asked = await ask('anime.created');
      const tested = asked.json<Delivery>();
      expect([asked.status, tested]).toEqual([
        202,
        expect.objectContaining({ kind: 'anime.created', isTest: true, status: 'pending' }),
      ]);
      const event = await catalog.database.client.event.findFirstOrThrow({ orderBy: { position: 'desc' } });
      expect(tested.eventId).toBe(event.id);

      owners.dispatch();
      await until(async () => (await list('delivered')).length === 3, 20_000);
      const listed = await list();
      expect(listed.map(({ eventId, isTest }) => [eventId === event.id, isTest])).toEqual([
        [true, true],
        [true, false],
        [false, false],
      ]);
      const sent = owners.receiver.received.filter(({ headers }) => headers['service-event-id'] === event.id);
      // Both are under way together.
      expect(sent).toHaveLength(2);
      expect(sent.filter(({ headers }) => headers['service-test'] === 'true')).toHaveLength(1);
      expect(new Set(sent.map(({ headers }) => headers['service-delivery-id'])).size).toBe(2);
      for (const { headers, body } of sent) {
        expect(body.toString()).toBe(event.payload);
        const [timestamp, signature] = [headers['service-timestamp'], headers['service-signature']].map(String);
        expect(verifySignature({ secrets: [webhook.secret], timestamp, signature, body })).toBe(true);
      }
      const detail = (await owners.send('GET', `${webhook.path}/deliveries/${tested.id}`)).json<Detail>();
      expect(detail.request).toMatchObject({ body: event.payload, headers: { 'service-test': 'true' } });
    });

    test('is sent once, is not retried, and does not count as a failure', async () => {
      owners.receiver.answer((_request, response) => response.writeHead(503).end());
      owners.dispatch();
      const { id } = (await ask('anime.created')).json<Delivery>();
      await until(async () => (await list('failed')).length === 1, 20_000);
      owners.receiver.answer((_request, response) => response.writeHead(204).end());
      expect(owners.receiver.received.filter(({ headers }) => headers['service-delivery-id'] === id)).toHaveLength(1);
      const retried = await owners.send('POST', `${webhook.path}/deliveries/${id}/retry`);
      expect([retried.status, retried.json()]).toEqual([
        409,
        expect.objectContaining({ detail: 'A test is never retried: send another.' }),
      ]);
      const all = await owners.send('POST', `${webhook.path}/deliveries/retry?since=2020-01-01T00:00:00Z`);
      expect(all.json()).toEqual({ retried: 0, exhausted: 0 });
      expect((await owners.send('GET', webhook.path)).json()).toMatchObject({ failingSince: null });
    });

    test('counts with the pings of a minute', async () => {
      const statuses = [];
      for (let turn = 0; turn < 10; turn += 1) {
        statuses.push(
          (await (turn % 2 === 0 ? owners.send('POST', `${webhook.path}/ping`) : ask('anime.created'))).status,
        );
      }
      // Two were sent before.
      expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202, 202, 409, 409]);
      expect((await ask('anime.created')).json()).toMatchObject({
        detail: 'The webhook was tested 10 times within a minute: wait.',
      });
    });

    test('is refused for a webhook that is disabled', async () => {
      await owners.send('POST', `${webhook.path}/disable`);
      expect(await ask('anime.created')).toMatchObject({ status: 409 });
    });
  });

  describe('the detail of one', () => {
    let webhook: OwnWebhook;
    beforeAll(async () => {
      webhook = await owners.subscribe(owners.target);
    });

    const publishTitle = (title: string) => publish(1, { titles: [{ title, language: 'ja', kind: 'official' }] });
    const list = async () =>
      (await owners.send('GET', `${webhook.path}/deliveries`)).json<{ items: { id: string; status: string }[] }>()
        .items;
    const read = async (id: string) => await owners.send('GET', `${webhook.path}/deliveries/${id}`);
    const detailOf = async (id: string) => (await read(id)).json<Detail>();
    const ended = (status: string) => until(async () => (await list())[0]?.status === status, 20_000);
    const shown = ({ headers }: ReceivedRequest) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SHOWN.includes(name)));

    test('is what the receiver gets, byte for byte, after each attempt', async () => {
      await publishTitle('進撃の巨人 \u{1F5E1} "\\/');
      expect(await list()).toEqual([]);
      owners.receiver.answer((_request, response) => response.writeHead(404).end('no'));
      const before = owners.receiver.received.length;
      owners.dispatch();
      await ended('failed');
      const [{ id } = { id: '' }] = await list();
      const failed = await detailOf(id);
      owners.receiver.answer((_request, response) => response.writeHead(204).end());
      // Another second, so that the two attempts have two timestamps.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await owners.send('POST', `${webhook.path}/deliveries/${id}/retry`)).status).toBe(202);
      await ended('delivered');

      const { request, attempts } = await detailOf(id);
      expect(request).toEqual(failed.request);
      const received = owners.receiver.received.slice(before);
      expect(received).toHaveLength(2);
      for (const [index, got] of received.entries()) {
        expect(Buffer.from(request.body)).toEqual(got.body);
        expect({ ...request.headers, ...attempts[index]?.requestHeaders }).toEqual(shown(got));
      }
      expect(attempts[0]?.requestHeaders).not.toEqual(attempts[1]?.requestHeaders);
      expect(JSON.stringify(await detailOf(id))).not.toContain('v1=');
    });

    test('of a ping is what the ping sends', async () => {
      const pinged = (await owners.send('POST', `${webhook.path}/ping`)).json<{ id: string }>();
      const before = owners.receiver.received.length;
      owners.dispatch();
      await ended('delivered');
      const { request, attempts } = await detailOf(pinged.id);
      const [got] = owners.receiver.received.slice(before);
      expect(request.body).toBe(got?.body.toString());
      expect({ ...request.headers, ...attempts[0]?.requestHeaders }).toEqual(got && shown(got));
    });

    test('has no headers of an attempt that signed nothing', async () => {
      const { client } = owners.api.catalog.database;
      const { secret } = await client.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
      await client.webhook.update({
        where: { id: webhook.id },
        data: { secret: testSecrets.encrypt(webhook.secret, 'the context of another') },
      });
      await publishTitle('Unsigned');
      const dispatcher = owners.dispatch();
      await until(async () => dispatcher.reports[0]?.ended.error === 'unsigned', 20_000);
      // A report comes before its result is written, and the delivery is listed from then on.
      const newest = async () => (await detailOf((await list())[0]?.id ?? '')).attempts;
      await until(async () => (await newest())[0]?.error === 'unsigned', 20_000);
      expect((await newest()).map(({ requestHeaders }) => requestHeaders)).toEqual([{}]);
      await client.webhook.update({ where: { id: webhook.id }, data: { secret } });
    });
  });
});
