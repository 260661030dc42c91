import { afterEach, expect, test } from '@jest/globals';
import { verifySignature } from '../../../docs/webhooks/verifySignature.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { until } from '../../support/until.ts';
import { type OwnWebhook, openDeliveringApi } from './openOwnersApi.ts';

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  readonly isTest: boolean;
  readonly status: string;
  readonly request: { readonly headers: Record<string, string>; readonly body: string };
}

describeWith(['postgres', 'openssl'], 'a recent event sent as a test', () => {
  const owners = ofSuite(openDeliveringApi);
  let webhook: OwnWebhook;
  afterEach(() => owners.stop());

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
    await catalog.import(newAnime(1, 2));
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
    const detail = (await owners.send('GET', `${webhook.path}/deliveries/${tested.id}`)).json<Delivery>();
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
