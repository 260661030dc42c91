import { beforeEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { type OwnWebhook, openOwnersApi } from './openOwnersApi.ts';

const HOUR_MS = 3_600_000;

describeWith(['postgres'], "the owner's retry of all that failed", () => {
  const owners = ofSuite(openOwnersApi);
  let webhook: OwnWebhook;
  const noon = new Date('2026-11-20T12:00:00Z');
  const at = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);

  beforeEach(async () => {
    webhook = await owners.subscribe('localhost:9000');
    const failed = (hours: number, more = {}) => ({
      ...{ id: uuidv7(), webhookId: webhook.id, eventId: uuidv7(), eventPosition: 1, kind: 'anime.created' },
      ...{ status: 'failed' as const, attempt: 8, completedAt: at(hours), createdAt: at(hours - 20), ...more },
    });
    await owners.api.catalog.database.client.delivery.createMany({
      data: [
        ...[failed(-1), failed(0), failed(1), failed(2)],
        ...[
          failed(2, { cycle: 3 }),
          failed(2, { kind: 'ping', eventPosition: null, payload: '{}' }),
          failed(2, { status: 'delivered' }),
        ],
      ],
    });
  });
  const retry = (query: string) => owners.send('POST', `${webhook.path}/deliveries/retry${query}`);
  const pending = async () =>
    (await owners.send('GET', `${webhook.path}/deliveries?status=pending`)).json<{ items: { cycle: number }[] }>()
      .items;

  test('begins those again that failed at the instant or later, once', async () => {
    const first = await retry('?since=2026-11-20T21:00:00%2B09:00');
    expect([first.status, first.json()]).toEqual([202, { retried: 3, exhausted: 1 }]);
    expect((await pending()).map(({ cycle }) => cycle)).toEqual([1, 1, 1]);
    expect((await retry('?since=2026-11-20T12:00:00Z')).json()).toEqual({ retried: 0, exhausted: 1 });
    expect((await retry('?since=0001-01-01T00:00:00Z')).json()).toEqual({ retried: 1, exhausted: 1 });
    expect((await retry('?since=9999-12-31T23:59:59Z')).json()).toEqual({ retried: 0, exhausted: 0 });
  });

  test('asks for the instant by name, and is no delivery of the name retry', async () => {
    const missing = await retry('');
    expect(missing.status).toBe(400);
    expect(missing.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'since' });
    expect(missing.json<{ detail: string }>().detail).toContain('since');
    const get = await owners.send('GET', `${webhook.path}/deliveries/retry`);
    expect([get.status, get.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  test('is a conflict while the webhook is disabled, and not found where there is none', async () => {
    await owners.send('POST', `${webhook.path}/disable`);
    const refused = await retry('?since=2026-11-20T12:00:00Z');
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'conflict']);
    const unknown = webhook.path.replace(webhook.id, uuidv7());
    const none = await owners.send('POST', `${unknown}/deliveries/retry?since=2026-11-20T12:00:00Z`);
    expect([none.status, none.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });
});
