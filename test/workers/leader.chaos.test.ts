import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { WORKER_VARIABLE } from '../../src/workers/workerLink.ts';
import { openTestIndex, testAlias } from '../search/openTestIndex.ts';
import { childrenOf } from '../support/childrenOf.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { sharedServer } from '../support/sharedServer.ts';
import type { CatalogService } from '../support/startCatalog.ts';
import { areReady, startWorkers } from '../support/startWorkers.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';
import { subscribe, TEST_SECRETS_KEY, testWebhookPorts } from '../support/webhooks.ts';

const KILLS = 10;
/** For a machine that is busy. */
const PATIENCE_MS = 120_000;

describeWith(['postgres', 'elasticsearch', 'openssl'], 'the leader of two workers', () => {
  const alias = testAlias();
  let authority: TestAuthority;
  let receiver: Receiver;
  let catalog: TestCatalog;
  let service: CatalogService;
  let discardIndexes: () => Promise<void>;

  beforeAll(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']));
    catalog = await openTestCatalog();
    const targets = [targetOf('localhost', receiver.port)];
    await subscribe(catalog, testWebhookPorts(targets), [`https://localhost:${receiver.port}/`]);
    const elasticsearch = await sharedServer('elasticsearch');
    const index = openTestIndex([elasticsearch], alias);
    discardIndexes = () => index.close();
    service = await startWorkers({
      ...{ DATABASE_URL: catalog.url, SECRETS_KEY: TEST_SECRETS_KEY, SEARCH: 'on' },
      ...{ ELASTICSEARCH_URL: elasticsearch, ELASTICSEARCH_INDEX: alias },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: targets.join() },
    });
  }, 300_000);
  afterAll(async () => {
    await service?.stop();
    await discardIndexes?.();
    await catalog?.close();
    await receiver?.close();
    await authority?.remove();
  }, 60_000);

  const isFound = async (title: string) => {
    const answer = await fetch(`${service.publicUrl}/v1/search?q=${encodeURIComponent(title)}`);
    return answer.ok && (await answer.text()).includes(`"${title}"`);
  };
  const timesReceived = (title: string) => receiver.received.filter(({ body }) => body.includes(`"${title}"`)).length;
  const countDispatchers = async () => {
    const [row] = await catalog.database.query<{ number: number }>({
      text: `SELECT count(*)::int AS number FROM webhook_worker WHERE seen_at > now() - interval '5 seconds'`,
    });
    return row?.number;
  };

  test('is another that lives once it is killed, whatever becomes of its replacement', async () => {
    let leader = childrenOf(service.pid)[0] as number;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const heir = childrenOf(service.pid).find((pid) => pid !== leader) as number;
      const [before, after] = [2 * kill + 1, 2 * kill + 2];
      await catalog.import(newAnime(before, 1));
      process.kill(leader, 'SIGKILL');
      const replacement = await newChild([leader, heir]);
      process.kill(replacement, 'SIGSTOP');
      await catalog.import(newAnime(after, 1));
      for (const number of [before, after]) {
        await until(
          async () => timesReceived(`Title ${number}`) > 0 && (await isFound(`Title ${number}`)),
          PATIENCE_MS,
        );
      }
      await until(async () => (await countDispatchers()) === 1);
      process.kill(replacement, 'SIGCONT');
      await until(() => areReady(service), PATIENCE_MS);
      expect(await countDispatchers()).toBe(1);
      leader = heir;
    }
    const received = Array.from({ length: 2 * KILLS }, (_, index) => timesReceived(`Title ${index + 1}`));
    const [before, after] = [0, 1].map((rest) => received.filter((_, index) => index % 2 === rest));
    // What was in flight when the leader was killed is sent again.
    expect(Math.max(...(before as number[]))).toBeLessThanOrEqual(2);
    expect(after).toEqual(Array.from({ length: KILLS }, () => 1));
  }, 900_000);

  /** Once it runs its program: one that is stopped between fork and exec stops the primary too, which waits for that. */
  async function newChild(known: readonly number[]): Promise<number> {
    const isWorker = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${WORKER_VARIABLE}=`);
    const found = () => childrenOf(service.pid).find((pid) => !known.includes(pid) && isWorker(pid));
    await until(() => found() !== undefined, PATIENCE_MS);
    return found() as number;
  }
});
