/**
 * Deliveries per second, processor time and latency of the dispatcher, beside a bare undici loop in the same run: real PostgreSQL
 * (fsync on), TLS receivers with checked certificates in a process of their own, the dispatcher in another, publications from this one.
 *
 *     npm run bench:webhooks -- [--deliveries 20000] [--old 0] [--json]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { targetOf } from '../src/graph/subscription/receiverUrl.ts';
import { openTestCatalog } from '../test/support/openTestCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { createAuthority } from '../test/support/tls/certificates.ts';
import { subscribe, testWebhookPorts } from '../test/support/webhooks.ts';
import { cpuTime } from './read/processFigures.ts';
import { percentile } from './search/percentile.ts';
import { startChild } from './webhooks/child.ts';
import { processTree } from './webhooks/processTree.ts';
import type { DispatcherRequest } from './webhooks/servers/dispatcher.ts';
import type { Arrivals, ReceiversRequest } from './webhooks/servers/receivers.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '20000' },
    old: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

const SUBSCRIPTIONS = 100;
const WARM_UP = 1_000;
const LATENCY_SECONDS = 10;
const deliveries = Number(values.deliveries);

const postgres = await startPostgres();
process.env.TEST_DATABASE_URL = postgres.url;
const authority = await createAuthority();
const certificate = await authority.issue(['localhost']);
const receivers = startChild<ReceiversRequest>('receivers');
const dispatcher = startChild<DispatcherRequest>('dispatcher');
const ports = await receivers.ask<number[]>({ do: 'start', certificate, count: SUBSCRIPTIONS, hangs: 1 });
const targets = ports.map((port) => targetOf('localhost', port));
const healthy = targets.slice(0, SUBSCRIPTIONS);
const catalog = await openTestCatalog();
await subscribe(
  catalog,
  testWebhookPorts(targets),
  healthy.map((target) => `https://${target}/hook`),
);
if (Number(values.old) > 0) await addOldDeliveries(Number(values.old));
let published = 0;
const body = await bodyOfOneEvent();
await dispatcher.ask({ do: 'open', url: catalog.url, ca: authority.cert, targets: healthy });

await loop(WARM_UP);
const bare = await loop(deliveries);
await queue(WARM_UP);
await dispatcher.ask({ do: 'dispatch' });
await received(WARM_UP + SUBSCRIPTIONS);
await receivers.ask({ do: 'collect' });
await dispatcher.ask({ do: 'stop' });
await queue(deliveries);
const rate = await measured(deliveries, async () => {
  await dispatcher.ask({ do: 'dispatch' });
  await received(deliveries);
});
await receivers.ask({ do: 'collect' });
const latency = await latencies(rate.perSecond / 2);
const hanging = await besideHanging();
const { peakMemory } = await dispatcher.ask<{ peakMemory: number }>({ do: 'stop' });

const figures = {
  deliveries,
  oldDeliveries: Number(values.old),
  bareLoop: bare,
  dispatcher: rate,
  shareOfBareLoop: rate.perSecond / bare.perSecond,
  latencyMs: latency,
  besideHangingMs: hanging,
  peakMemoryMb: peakMemory / 1e6,
};
process.stdout.write(`${JSON.stringify(figures, null, values.json ? 0 : 2)}\n`);
receivers.end();
dispatcher.end();
await catalog.close();
await authority.remove();
await postgres.stop();

/** New anime, each of which becomes one delivery a subscription. */
async function publish(count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => ({
    ...{ type: 'anime', source: 'mal', sourceId: String(published + index), synopsis: 'x'.repeat(500) },
    titles: [{ title: `A title of the benchmark ${published + index}`, language: 'ja-Latn', kind: 'official' }],
  }));
  published += count;
  const { rejected } = await catalog.import(records);
  if (rejected > 0) throw new Error('a record was rejected');
}

async function queue(count: number): Promise<void> {
  for (let left = count / SUBSCRIPTIONS; left > 0; left -= 500) await publish(Math.min(left, 500));
}

async function bodyOfOneEvent(): Promise<string> {
  await publish(1);
  const event = await catalog.database.client.event.findFirstOrThrow();
  return event.payload;
}

async function received(count: number): Promise<void> {
  while ((await receivers.ask<number>({ do: 'count' })) < count) await sleep(20);
}

async function loop(requests: number) {
  const figures = await measured(requests, async () => void (await dispatcher.ask({ do: 'loop', requests, body })));
  await receivers.ask({ do: 'collect' });
  return figures;
}

async function measured(count: number, work: () => Promise<void>) {
  const cpu = () => ({ process: cpuTime([dispatcher.pid]) ?? 0, postgres: cpuTime(processTree(postgres.pid)) ?? 0 });
  const [began, before] = [performance.now(), cpu()];
  await work();
  const [seconds, after] = [(performance.now() - began) / 1000, cpu()];
  const perThousand = (microseconds: number) => microseconds / 1e6 / (count / 1000);
  return {
    perSecond: count / seconds,
    cpuSecondsPerThousand: perThousand(after.process - before.process),
    postgresCpuSecondsPerThousand: perThousand(after.postgres - before.postgres),
  };
}

/** From the commit of a publication to the receipt of each of its deliveries, at this rate of deliveries a second. */
async function latencies(perSecond: number) {
  const committed = new Map<string, number>();
  const off = catalog.publications.onCommitted((events) => {
    for (const { id } of events) committed.set(id, performance.timeOrigin + performance.now());
  });
  const everyMs = 1000 / (perSecond / SUBSCRIPTIONS);
  const publications = Math.ceil((LATENCY_SECONDS * 1000) / everyMs);
  const began = performance.now();
  for (let index = 0; index < publications; index += 1) {
    await sleep(Math.max(0, began + index * everyMs - performance.now()));
    await publish(1);
  }
  off();
  await received(publications * SUBSCRIPTIONS);
  const took = (await receivers.ask<Arrivals>({ do: 'collect' })).map(
    ([, id, at]) => at - (committed.get(id) ?? Number.NaN),
  );
  return { perSecond, p50: percentile(took, 0.5), p95: percentile(took, 0.95), p99: percentile(took, 0.99) };
}

/** A healthy endpoint's latency, one event a time, alone and beside an endpoint that hangs with 1,000 queued. */
async function besideHanging() {
  const calm = await latencies(SUBSCRIPTIONS * 5);
  const hangs = targets.slice(SUBSCRIPTIONS).map((target) => `https://${target}/hook`);
  await subscribe(catalog, testWebhookPorts(targets), hangs, ['anime.created', 'anime.updated']);
  await publish(500);
  await publish(500);
  await received(1_000 * SUBSCRIPTIONS);
  await receivers.ask({ do: 'collect' });
  const beside = await latencies(SUBSCRIPTIONS * 5);
  return { calmP95: calm.p95, p95: beside.p95 };
}

async function addOldDeliveries(count: number): Promise<void> {
  await catalog.database.client.$executeRaw`
    INSERT INTO delivery (id, subscription_id, event_id, payload, kind, status, attempt, completed_at)
    SELECT delivery_id(), s.id, gen_random_uuid(), '{}', 'ping', 'delivered', 1, now() FROM subscription s, generate_series(1, ${count / SUBSCRIPTIONS}::int)`;
  await catalog.database.client.$executeRaw`ANALYZE delivery`;
}
