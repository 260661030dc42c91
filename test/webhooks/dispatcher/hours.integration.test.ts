import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { pingWebhook } from '../../../src/graph/webhook/pingWebhook.ts';
import { GraphTester } from '../../graph/graphTester.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { until } from '../../support/until.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { openScene, targetsOf, urlOf } from './openScene.ts';

interface Hour {
  readonly hour: string;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
}

describeWith(['postgres', 'openssl'], 'the deliveries of a webhook by hour', () => {
  const scene = openScene();

  const hoursOf = async (id: string) => {
    const { application_id: applicationId } = (
      await scene.catalog.database.client.$queryRaw<{ application_id: string }[]>`
        SELECT application_id::text FROM subscription WHERE id = ${id}::uuid`
    )[0] ?? { application_id: '' };
    const query =
      'query ($applicationId: UUID!, $id: UUID!) { webhook(applicationId: $applicationId, id: $id) { hours { hour delivered retried failed } } }';
    const { data } = await new GraphTester(scene.catalog.database).ask(query, { applicationId, id });
    return (data.webhook as { hours: Hour[] }).hours;
  };
  const timesOf = async (id: string) => {
    const { applicationId } = await scene.catalog.database.client.webhook.findUniqueOrThrow({ where: { id } });
    const query =
      'query ($applicationId: UUID!, $id: UUID!) { webhook(applicationId: $applicationId, id: $id) { answerTimes { answers p50Ms p95Ms } } }';
    const { data } = await new GraphTester(scene.catalog.database).ask(query, { applicationId, id });
    return (data.webhook as { answerTimes: unknown }).answerTimes;
  };
  const totals = (hours: readonly Hour[]) =>
    hours.reduce(
      (sum, { delivered, retried, failed }) => [sum[0] + delivered, sum[1] + retried, sum[2] + failed] as const,
      [0, 0, 0] as readonly [number, number, number],
    );

  test('are those that were written, whatever became of them, without tests', async () => {
    let calls = 0;
    // Every third answer is a failure that is tried again; 404 is final.
    const mixed = await scene.receive((_request, response) => {
      calls += 1;
      response.writeHead(calls % 3 === 0 ? 500 : 204).end();
    });
    const missing = await scene.receive((_request, response) => response.writeHead(404).end());
    const receivers = [mixed, missing];
    const ports = testWebhookPorts(targetsOf(receivers));
    const [one, two] = await subscribe(scene.catalog, ports, receivers.map(urlOf));
    const [first = '', second = ''] = [one?.id, two?.id];
    expect(await hoursOf(first)).toEqual([]);
    scene.dispatch(receivers);
    await scene.catalog.import(newAnime(1, 30));
    await pingWebhook(scene.catalog.database, ports, first, new Date());
    const written = async (id: string) => {
      const [row] = await scene.catalog.database.client.$queryRaw<Record<'delivered' | 'pending' | 'failed', number>[]>`
        SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered, count(*) FILTER (WHERE status = 'pending')::int AS pending,
          count(*) FILTER (WHERE status = 'failed')::int AS failed
        FROM delivery WHERE subscription_id = ${id}::uuid AND event_position IS NOT NULL AND attempt = 1`;
      return [row?.delivered ?? 0, row?.pending ?? 0, row?.failed ?? 0];
    };
    const attempts = ([delivered = 0, retried = 0, failed = 0]: readonly number[]) => delivered + retried + failed;
    await until(async () => attempts(await written(first)) === 30 && attempts(await written(second)) === 30, 20_000);
    const hours = await hoursOf(first);
    expect(totals(hours)).toEqual(await written(first));
    expect(totals(hours)[1]).toBeGreaterThan(0);
    expect(totals(await hoursOf(second))).toEqual([0, 0, 30]);
    for (const { hour } of hours) expect(hour).toMatch(/:00:00\.000Z$/);
  });

  test('tell how long their first attempts took to be answered', async () => {
    let calls = 0;
    const waits = [0, 0, 0, 0, 0, 0, 0, 0, 0, 300];
    const receiver = await scene.receive((_request, response) => {
      const wait = waits[calls % waits.length] ?? 0;
      calls += 1;
      setTimeout(() => response.writeHead(calls % 2 === 0 ? 204 : 404).end(), wait);
    });
    const silent = await scene.receive((_request, response) => response.destroy());
    const receivers = [receiver, silent];
    const [made, none] = await subscribe(scene.catalog, testWebhookPorts(targetsOf(receivers)), receivers.map(urlOf));
    const [id = '', other = ''] = [made?.id, none?.id];
    expect(await timesOf(id)).toBeNull();
    scene.dispatch(receivers);
    await scene.catalog.import(newAnime(100, 20));
    const { client } = scene.catalog.database;
    const attempted = (webhookId: string) => client.delivery.findMany({ where: { webhookId } });
    await until(async () => (await attempted(id)).length === 20 && (await attempted(other)).length === 20, 30_000);
    const durations = (await attempted(id)).map(({ firstDurationMs }) => firstDurationMs ?? 0).sort((a, b) => a - b);
    expect(await timesOf(id)).toEqual({ answers: 20, p50Ms: durations[9], p95Ms: durations[18] });
    expect(await timesOf(other)).toBeNull();
  });

  test('are counted with their retries, for seven days', async () => {
    const [made] = await subscribe(scene.catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const webhookId = made?.id ?? '';
    const now = Date.now();
    const delivery = (hours: number, status: 'delivered' | 'pending', attempt: number) => {
      const at = new Date(now - hours * 3_600_000);
      return {
        ...{
          id: uuidv7({ msecs: at.getTime() }),
          webhookId,
          eventId: uuidv7(),
          eventPosition: 1n,
          kind: 'anime.created',
        },
        ...{ status, attempt, createdAt: at },
        ...(status === 'pending' ? { nextAttemptAt: at } : { completedAt: at }),
      };
    };
    await scene.catalog.database.client.delivery.createMany({
      data: [
        delivery(0, 'pending', 2),
        delivery(1, 'delivered', 3),
        delivery(167, 'delivered', 1),
        delivery(169, 'delivered', 1),
      ],
    });
    expect((await hoursOf(webhookId)).map(({ delivered, retried }) => [delivered, retried])).toEqual([
      [1, 0],
      [1, 2],
      [0, 2],
    ]);
  });
});
