import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { until } from '../../support/until.ts';
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
  readonly status: string;
  readonly completedAt: string | null;
}

const HOUR_MS = 3_600_000;

describeWith(['postgres', 'openssl'], 'the state of the deliveries of a webhook', () => {
  const owners = ofSuite(openDeliveringApi);
  let webhook: OwnWebhook;
  let imported = 0;
  beforeEach(async () => {
    webhook = await owners.subscribe(owners.target);
  });
  afterEach(async () => {
    owners.api.setClock(null);
    await owners.stop();
    await owners.send('POST', `${webhook.path}/disable`);
  });

  const dispatch = (status: number) => {
    owners.receiver.answer((_request, response) => response.writeHead(status).end());
    return owners.dispatch();
  };
  const publish = async (count: number) => {
    await owners.api.catalog.import(newAnime(imported + 1, count));
    imported += count;
  };
  const get = (headers = {}) => owners.send('GET', webhook.path, headers);
  const read = async () => (await get()).json<Webhook>();
  const deliveries = async () =>
    (await owners.send('GET', `${webhook.path}/deliveries?limit=100`)).json<{ items: Delivery[] }>().items;
  const ended = (count: number) =>
    until(async () => (await deliveries()).filter(({ completedAt }) => completedAt !== null).length === count, 20_000);

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
    const last = Math.max(
      ...(await deliveries()).map(({ status, completedAt }) =>
        status === 'delivered' ? Date.parse(completedAt ?? '') : 0,
      ),
    );
    expect(Math.abs(Date.parse(healthy.lastSuccessAt ?? '') - last)).toBeLessThan(1_000);
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
    const after = async (ms: number) => {
      owners.api.setClock(new Date(since + ms));
      return (await read()).disablesAt;
    };
    expect(await after(24 * HOUR_MS - 1)).toBeNull();
    expect(await after(24 * HOUR_MS)).toBe(new Date(since + 5 * 24 * HOUR_MS).toISOString());
    await owners.send('POST', `${webhook.path}/disable`);
    expect(await after(24 * HOUR_MS)).toBeNull();
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
