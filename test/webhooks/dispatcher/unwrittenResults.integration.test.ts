import { createHook } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../../src/graph/subscription/receiverUrl.ts';
import { ENDPOINT_CAP, PROMPT_MS } from '../../../src/webhooks/dispatcher/endpoints.ts';
import { MOST_UNWRITTEN } from '../../../src/webhooks/dispatcher/resultWriter.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Reply, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { startTestDispatcher, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

describeWith(['postgres', 'openssl'], 'a dispatcher that cannot write how attempts ended', () => {
  let authority: TestAuthority;
  let catalog: TestCatalog;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    authority = await createAuthority();
  });
  beforeEach(async () => {
    catalog = await openTestCatalog();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await catalog.close();
  });
  afterAll(() => authority.remove());

  /** Starts it with a subscription for each of these receivers, so many deliveries each, and a log of attempts that takes none. */
  const dispatch = async (replies: readonly Reply[], deliveries: number, deadlineMs: number) => {
    const targets: string[] = [];
    for (const reply of replies) {
      const receiver = await startReceiver(await authority.issue(['localhost']), reply);
      closers.push(() => receiver.close());
      targets.push(targetOf('localhost', receiver.port));
    }
    const urls = targets.map((target) => `https://${target}/hook`);
    await subscribe(catalog, testWebhookPorts(targets), urls);
    await catalog.import(newAnime(0, deliveries));
    const worker = startTestDispatcher(catalog, { exempt: new Set(targets), ca: authority.cert, deadlineMs });
    closers.push(() => worker.close());
    const lock = new pg.Client({ connectionString: catalog.url });
    await lock.connect();
    // Before the dispatcher is stopped.
    closers.push(() => lock.end());
    await lock.query('BEGIN; LOCK TABLE delivery_attempt IN EXCLUSIVE MODE');
    return worker;
  };

  test('rests when it is behind, though an attempt takes long', async () => {
    const replies: Reply[] = [(_request, response) => response.writeHead(204).end(), () => {}];
    const { reports } = await dispatch(replies, MOST_UNWRITTEN + 50, 10_000);
    await until(() => reports.length >= MOST_UNWRITTEN, 20_000);
    await sleep(PROMPT_MS + 500);
    let timers = 0;
    const count = (_id: number, type: string) => {
      if (type === 'Timeout') timers += 1;
    };
    const counting = createHook({ init: count }).enable();
    await sleep(1_000);
    counting.disable();
    expect(timers).toBeLessThan(50);
  }, 60_000);

  test('knows nevertheless who did not answer, and asks him one at a time', async () => {
    let [open, most] = [0, 0];
    const hangs: Reply = (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
    };
    const { dispatcher, reports } = await dispatch([hangs], 10 * ENDPOINT_CAP, PROMPT_MS + 200);
    await until(() => reports.length === ENDPOINT_CAP);
    await until(() => open <= 1);
    most = 0;
    const looking = setInterval(() => dispatcher.wake(), 1);
    await until(() => reports.length >= ENDPOINT_CAP + 6, 20_000).finally(() => clearInterval(looking));
    expect(most).toBe(1);
  }, 60_000);
});
