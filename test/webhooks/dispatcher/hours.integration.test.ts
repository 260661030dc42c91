import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { pingWebhook } from '../../../src/graph/webhook/sendTest.ts';
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

  /** By the hour, and the times of all together. */
  const figuresOf = async (id: string) => {
    const { applicationId } = await scene.catalog.database.client.webhook.findUniqueOrThrow({ where: { id } });
    const query = `query ($applicationId: UUID!, $id: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { hours { hour delivered retried failed } answerTimes { answers p50Ms p95Ms } }
    }`;
    const { data } = await new GraphTester(scene.catalog.database).ask(query, { applicationId, id });
    return data.webhook as { readonly hours: readonly Hour[]; readonly answerTimes: unknown };
  };
  const totals = (hours: readonly Hour[]) =>
    (['delivered', 'retried', 'failed'] as const).map((what) => hours.reduce((sum, hour) => sum + hour[what], 0));

  test('are those that were written, without tests, and how long first attempts took to be answered', async () => {
    let calls = 0;
    // Every third answer is a failure that is tried again; 404 is final.
    const mixed = await scene.receive((_request, response) => {
      calls += 1;
      const status = calls % 3 === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), calls % 10 === 0 ? 300 : 0);
    });
    const missing = await scene.receive((_request, response) => response.writeHead(404).end());
    const silent = await scene.receive((_request, response) => response.destroy());
    const receivers = [mixed, missing, silent];
    const ports = testWebhookPorts(targetsOf(receivers));
    const made = await subscribe(scene.catalog, ports, receivers.map(urlOf));
    const [first = '', second = '', third = ''] = made.map(({ id }) => id);
    expect(await figuresOf(first)).toEqual({ hours: [], answerTimes: null });
    scene.dispatch(receivers);
    await scene.catalog.import(newAnime(1, 30));
    await pingWebhook(scene.catalog.database, ports, first, new Date());
    const attempted = (webhookId: string) =>
      scene.catalog.database.client.delivery.findMany({ where: { webhookId, eventPosition: { not: null } } });
    await until(async () => (await Promise.all(made.map(({ id }) => attempted(id)))).flat().length === 90);
    const found = await attempted(first);
    const { hours, answerTimes } = await figuresOf(first);
    const written = (['delivered', 'pending', 'failed'] as const).map(
      (state) => found.filter(({ status }) => status === state).length,
    );
    expect(totals(hours)).toEqual(written);
    expect(written[1]).toBeGreaterThan(0);
    for (const { hour } of hours) expect(hour).toMatch(/:00:00\.000Z$/);
    expect(totals((await figuresOf(second)).hours)).toEqual([0, 0, 30]);
    const durations = found.map(({ firstDurationMs }) => firstDurationMs ?? 0).sort((a, b) => a - b);
    expect(answerTimes).toEqual({ answers: 30, p50Ms: durations[14], p95Ms: durations[28] });
    expect((await figuresOf(third)).answerTimes).toBeNull();
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
    expect((await figuresOf(webhookId)).hours.map(({ delivered, retried }) => [delivered, retried])).toEqual([
      [1, 0],
      [1, 2],
      [0, 2],
    ]);
  });
});
