import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import type { ReceivedRequest } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { testSecrets } from '../../support/webhooks.ts';
import { type OwnWebhook, openDeliveringApi } from './openOwnersApi.ts';

interface Detail {
  readonly status: string;
  readonly request: { readonly headers: Record<string, string>; readonly body: string };
  readonly attempts: readonly { readonly error: string | null; readonly requestHeaders: Record<string, string> }[];
}

/** HTTP's own, and the signature. */
const NOT_SHOWN = ['host', 'connection', 'content-length', 'service-signature'];

describeWith(['postgres', 'openssl'], 'the detail of a delivery', () => {
  const owners = ofSuite(openDeliveringApi);
  let webhook: OwnWebhook;
  let imported = 0;
  beforeAll(async () => {
    webhook = await owners.subscribe(owners.target);
  });
  afterEach(() => owners.stop());

  const publish = async (title: string) => {
    imported += 1;
    const [record] = newAnime(imported, 1);
    await owners.api.catalog.import([{ ...record, titles: [{ title, language: 'ja', kind: 'official' }] }]);
  };
  const list = async () =>
    (await owners.send('GET', `${webhook.path}/deliveries`)).json<{ items: { id: string; status: string }[] }>().items;
  const read = async (id: string) => await owners.send('GET', `${webhook.path}/deliveries/${id}`);
  const detailOf = async (id: string) => (await read(id)).json<Detail>();
  const ended = (status: string) => until(async () => (await list())[0]?.status === status, 20_000);
  const shown = ({ headers }: ReceivedRequest) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SHOWN.includes(name)));

  test('is what the receiver gets, byte for byte, after each attempt', async () => {
    await publish('進撃の巨人 \u{1F5E1} "\\/');
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
    await publish('Unsigned');
    const dispatcher = owners.dispatch();
    await until(async () => dispatcher.reports[0]?.ended.error === 'unsigned', 20_000);
    const [{ id } = { id: '' }] = await list();
    await until(async () => (await detailOf(id)).attempts.length === 1, 20_000);
    expect((await detailOf(id)).attempts).toMatchObject([{ error: 'unsigned', requestHeaders: {} }]);
    await client.webhook.update({ where: { id: webhook.id }, data: { secret } });
  });

  test('has the body, which lists have not', async () => {
    expect(Object.keys((await list())[0] ?? {}).sort()).toEqual(
      ['id', 'eventId', 'kind', 'isTest', 'status', 'cycle', 'nextAttemptAt', 'createdAt', 'completedAt'].sort(),
    );
  });
});
