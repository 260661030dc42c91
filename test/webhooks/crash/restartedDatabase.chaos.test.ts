// Proves that deliveries outlive restarts and a failover of PostgreSQL, and kills of the embedded database.

import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { startRestartablePostgres } from '../../database/startRestartablePostgres.ts';
import { askGraph, importRecords, subscribeAt } from '../../support/askGraph.ts';
import { copyEmbedded } from '../../support/copyEmbedded.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { judgeReceipts } from './judgeReceipts.ts';

const WEBHOOKS = 10;
const EVENTS = 100;
/** Attempts that ten webhooks may have in flight. */
const IN_FLIGHT = 40;
/** Repeated after a kill: they, and what had ended and was not written yet; 40 in all as a rule. */
const REPEATED = 2 * IN_FLIGHT;

let authority: TestAuthority;
let receiver: Receiver;
let target: string;
let urls: string[];

async function begin(): Promise<void> {
  authority = await createAuthority();
  receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 20 + randomInt(60));
  });
  target = targetOf('localhost', receiver.port);
  urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://${target}/${index}`);
}

async function end(): Promise<void> {
  await receiver.close();
  await authority.remove();
}

const variables = () => ({
  SEARCH: 'off',
  NODE_EXTRA_CA_CERTS: authority.file,
  WEBHOOK_ALLOW_TARGETS: target,
});

describeWith(['postgres', 'openssl'], 'PostgreSQL', () => {
  let postgres: { readonly url: string; stop(): Promise<void> } | undefined;
  let service: CatalogService | undefined;
  beforeEach(begin);
  afterEach(async () => {
    await service?.stop();
    await postgres?.stop();
    await end();
  });

  /** @param interruptions each is made while deliveries are under way */
  async function deliverThrough(url: string, interruptions: readonly (() => Promise<void>)[]): Promise<void> {
    service = await startCatalog({ ...variables(), DATABASE_URL: url, ROLES: 'graph,webhooks' });
    const webhooks = await subscribeAt(service, urls);
    await importRecords(service, newAnime(1, EVENTS));
    for (const interrupt of interruptions) {
      const before = receiver.received.length;
      await until(() => receiver.received.length > before + 100, 30_000);
      await interrupt();
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const delivered = async () => (await client.query(`SELECT FROM delivery WHERE status = 'delivered'`)).rowCount;
      await until(async () => (await delivered()) === EVENTS * WEBHOOKS, 45_000);
      const report = await judgeReceipts(client, receiver.received, webhooks, []);
      expect(report).toMatchObject({ owed: EVENTS * WEBHOOKS, missing: 0, wrong: 0 });
      expect(report.duplicates).toBeLessThanOrEqual(interruptions.length * IN_FLIGHT);
      const failed = await client.query(`SELECT FROM delivery WHERE status <> 'delivered'`);
      expect(failed.rowCount).toBe(0);
    } finally {
      await client.end();
    }
  }

  test('restarted in order and as by a crash: nothing is lost, little is repeated', async () => {
    const restartable = await startRestartablePostgres();
    postgres = restartable;
    await deliverThrough(
      restartable.url,
      (['fast', 'immediate'] as const).map((how) => () => restartable.restart(how)),
    );
  }, 180_000);
});

describeWith(['openssl'], 'the embedded database', () => {
  let dataDir: string;
  let service: CatalogService | null;
  beforeEach(async () => {
    await begin();
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-embedded-'));
    await copyEmbedded(dataDir);
    service = null;
  });
  afterEach(async () => {
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
    await end();
  });

  const start = () => startCatalog({ ...variables(), DATA_DIR: dataDir });
  const count = async (status: string) => {
    let after: string | null = null;
    let found = 0;
    do {
      const page: { deliveries: { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } } =
        await askGraph(
          service as CatalogService,
          `query ($after: String, $status: DeliveryStatus) {
            deliveries(first: 100, after: $after, status: $status) { nodes { id } pageInfo { hasNextPage endCursor } }
          }`,
          { after, status },
        );
      found += page.deliveries.nodes.length;
      after = page.deliveries.pageInfo.hasNextPage ? page.deliveries.pageInfo.endCursor : null;
    } while (after !== null);
    return found;
  };

  test('delivers too, and what it owed is delivered after its process was killed', async () => {
    service = await start();
    await subscribeAt(service, urls);
    const [kills, eventsPerKill] = [2, 20];
    for (let kill = 0; kill < kills; kill += 1) {
      const before = receiver.received.length;
      await importRecords(service, newAnime(kill * eventsPerKill, eventsPerKill));
      await until(() => receiver.received.length > before + 20, 20_000);
      await sleep(randomInt(100));
      await service.kill();
      service = await start();
    }
    const owed = kills * eventsPerKill * WEBHOOKS;
    await until(async () => (await count('DELIVERED')) === owed, 60_000);
    const ids = new Set(receiver.received.map(({ headers }) => headers['service-delivery-id']));
    expect(ids.size).toBe(owed);
    expect(receiver.received.length - owed).toBeLessThanOrEqual(kills * REPEATED);
    const bodies = new Map<unknown, string>();
    for (const { headers, body } of receiver.received) {
      const id = headers['service-event-id'];
      expect(body.toString()).toBe(bodies.get(id) ?? body.toString());
      bodies.set(id, body.toString());
    }
    expect(bodies.size).toBe(kills * eventsPerKill);
  }, 180_000);
});
