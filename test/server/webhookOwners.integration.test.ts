import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { askGraph, importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { trustAuthority } from '../support/tls/trustAuthority.ts';
import { until } from '../support/until.ts';

const KEY = 'a-first-secrets-key-of-a-test-service-0';
const OTHER_KEY = 'another-secrets-key-of-a-test-service-0';

interface State {
  readonly status: string;
  readonly disabledReason: string | null;
  readonly needsRotation: boolean;
}

interface Delivery {
  readonly status: string;
  readonly attempts: readonly {
    readonly number: number;
    readonly error: string | null;
    readonly status: number | null;
  }[];
}

describeWith(['postgres', 'openssl'], 'a webhook whose owner is needed', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let client: pg.Client;
  let service: TestService | null = null;
  let distrust: () => void;

  beforeAll(async () => {
    authority = await createAuthority();
    distrust = trustAuthority(authority.cert);
  });
  beforeEach(async () => {
    [receiver, database] = await Promise.all([
      authority.issue(['localhost']).then((certificate) => startReceiver(certificate)),
      createTestDatabase(),
    ]);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await service?.end();
    service = null;
    await client.end();
    await Promise.all([receiver.close(), database.drop()]);
  });
  afterAll(async () => {
    distrust();
    await authority.remove();
  });

  const urlOf = (path: string) => `https://localhost:${receiver.port}/${path}`;
  const start = async (secretsKey: string): Promise<TestService> => {
    await service?.end();
    service = await openTestService({
      ...{ DATABASE_URL: database.url, ROLES: 'graph,webhooks', SECRETS_KEY: secretsKey },
      WEBHOOK_ALLOW_TARGETS: targetOf('localhost', receiver.port),
    });
    return service;
  };
  const stateOf = async (running: TestService, id: string): Promise<State> => {
    const { rows } = await client.query<{ application_id: string }>('SELECT application_id FROM webhook LIMIT 1');
    const query = `query ($applicationId: UUID!, $id: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { status disabledReason needsRotation }
    }`;
    const variables = { applicationId: rows[0]?.application_id, id };
    return (await askGraph<{ webhook: State }>(running, query, variables)).webhook;
  };
  const deliveriesOf = async (running: TestService, id: string): Promise<readonly Delivery[]> => {
    const query =
      'query ($id: UUID!) { deliveries(webhookId: $id) { nodes { status attempts { number error status } } } }';
    return (await askGraph<{ deliveries: { nodes: Delivery[] } }>(running, query, { id })).deliveries.nodes;
  };

  test('is disabled as `gone` when the receiver answers 410, unless it has another receiver by then', async () => {
    let answered = 0;
    receiver.answer(async ({ path }, response) => {
      // The owner is faster than the answer.
      if (path === '/moved')
        await client.query('UPDATE webhook SET url = $1 WHERE url = $2', [urlOf('new'), urlOf('moved')]);
      response.writeHead(path === '/new' ? 204 : 410).end();
      answered += 1;
    });
    const running = await start(KEY);
    const [gone, moved] = await subscribeAt(running, [urlOf('gone'), urlOf('moved')]);
    await importRecords(running, newAnime(1, 1));
    await until(async () => (await stateOf(running, gone?.id ?? '')).status === 'DISABLED', 20_000);
    expect(await stateOf(running, gone?.id ?? '')).toMatchObject({ disabledReason: 'gone' });
    expect(await deliveriesOf(running, gone?.id ?? '')).toMatchObject([
      { status: 'FAILED', attempts: [{ status: 410 }] },
    ]);
    await until(() => answered === 2);
    await importRecords(running, newAnime(2, 1));
    await until(() => answered === 3, 20_000);
    expect(await stateOf(running, moved?.id ?? '')).toMatchObject({ status: 'ENABLED', disabledReason: null });
  }, 120_000);

  test('is disabled after five days of failures alone, with a reason; enabling begins anew', async () => {
    receiver.answer((_request, response) => response.writeHead(404).end());
    const running = await start(KEY);
    const [{ id } = { id: '' }] = await subscribeAt(running, [urlOf('failing')]);
    const failed = (count: number) =>
      until(async () => (await client.query(`SELECT FROM delivery WHERE status = 'failed'`)).rowCount === count);
    await importRecords(running, newAnime(1, 9));
    await failed(9);
    await client.query(`UPDATE webhook SET failing_since = now() - interval '5 days'`);
    expect(await stateOf(running, id)).toMatchObject({ status: 'ENABLED', disabledReason: null });
    await importRecords(running, newAnime(10, 1));
    await until(async () => (await stateOf(running, id)).status === 'DISABLED');
    const disabledReason = 'Every delivery of the last five days failed, at least ten of them.';
    expect(await stateOf(running, id)).toMatchObject({ disabledReason });

    const enable = 'mutation ($id: UUID!) { enableWebhook(input: { id: $id }) { webhook { id } } }';
    await askGraph(running, enable, { id });
    await importRecords(running, newAnime(11, 1));
    await failed(11);
    expect(await stateOf(running, id)).toMatchObject({ status: 'ENABLED', disabledReason: null });
  }, 120_000);

  test('asks for a new secret when its own is lost; what waits meanwhile spends no attempt', async () => {
    const first = await start(KEY);
    const [lost, found] = (await subscribeAt(first, [urlOf('lost'), urlOf('found')])).map(({ id }) => id) as [
      string,
      string,
    ];
    await service?.end();
    service = null;
    const forgotten = await runInProcess(['secrets', 'forget', 'SECRETS_KEY'], {
      environment: { DATABASE_URL: database.url, SECRETS_KEY: OTHER_KEY },
    });
    expect(forgotten).toMatchObject({ status: 0 });
    const second = await start(OTHER_KEY);
    const hurry = () => client.query(`UPDATE delivery SET next_attempt_at = now() WHERE status = 'pending'`);
    const unsigned = { status: 'PENDING', attempts: [{ number: 1, error: 'UNSIGNED', status: null }] };
    await importRecords(second, newAnime(1, 1));
    for (const id of [lost, found]) await until(async () => (await stateOf(second, id)).needsRotation, 20_000);
    // More often than there are attempts.
    for (let turn = 0; turn < 9; turn += 1) {
      await until(
        async () =>
          (await client.query(`SELECT FROM delivery WHERE status = 'pending' AND next_attempt_at > now()`)).rowCount ===
          2,
      );
      for (const id of [lost, found]) expect(await deliveriesOf(second, id)).toEqual([unsigned]);
      await hurry();
      await until(
        async () =>
          (await client.query(`SELECT FROM delivery WHERE next_attempt_at <= now() OR status <> 'pending'`))
            .rowCount === 0,
      );
    }
    expect(await stateOf(second, lost)).toEqual({ status: 'ENABLED', disabledReason: null, needsRotation: true });
    expect(receiver.received).toEqual([]);

    const rotate = 'mutation ($id: UUID!) { rotateWebhookSecret(input: { id: $id }) { secret } }';
    await askGraph(second, rotate, { id: lost });
    const delivered = [{ status: 'DELIVERED', attempts: [{ number: 1, error: null, status: 204 }] }];
    await until(async () => (await deliveriesOf(second, lost))[0]?.status === 'DELIVERED', 20_000);
    expect(await deliveriesOf(second, lost)).toEqual(delivered);
    expect(await stateOf(second, lost)).toMatchObject({ needsRotation: false });

    // Somebody finds the key again.
    const third = await start(`${OTHER_KEY},${KEY}`);
    expect(await stateOf(third, found)).toMatchObject({ needsRotation: false });
    await hurry();
    await until(async () => (await deliveriesOf(third, found))[0]?.status === 'DELIVERED', 20_000);
    expect(await deliveriesOf(third, found)).toEqual(delivered);
  }, 180_000);
});
