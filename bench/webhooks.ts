/**
 * Deliveries per second, processor time, memory and latency of the built service (ROLES=webhooks, a process of its
 * own), beside a bare undici loop in the same run: real PostgreSQL (fsync on), TLS receivers with checked certificates
 * in another process, publications from this one. Latencies of an endpoint that answers are also measured beside one
 * that hangs with 1,000 queued, and beside a hundred; one event is sent to thousands of webhooks, and one webhook a
 * long queue; then the service is killed in the midst of as many deliveries and started again.
 *
 *     npm run bench:webhooks -- [--deliveries 20000] [--webhooks 3000] [--json] [--only rate|hanging|fan|queue|kill]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { storedKind } from '../src/graph/model/eventKinds.ts';
import { targetOf } from '../src/graph/webhook/receiverUrl.ts';
import { newSecret } from '../src/graph/webhook/webhookSecret.ts';
import { readFigures } from '../src/webhooks/dispatcher/queueFigures.ts';
import { openTestCatalog } from '../test/support/openTestCatalog.ts';
import { startCatalog } from '../test/support/startCatalog.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { createAuthority } from '../test/support/tls/certificates.ts';
import {
  newApplication,
  subscribe,
  TEST_SECRETS_KEY,
  testSecrets,
  testWebhookPorts,
} from '../test/support/webhooks.ts';
import { cpuTime } from './cpuTime.ts';
import { percentile } from './percentile.ts';
import { usageOf } from './usageOf.ts';
import { startChild } from './webhooks/child.ts';
import type { BareLoopRequest } from './webhooks/servers/bareLoop.ts';
import type { Arrivals, ReceiversRequest } from './webhooks/servers/receivers.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '20000' },
    webhooks: { type: 'string', default: '3000' },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const WEBHOOKS = 100;
const HANGING = 100;
const WARM_UP = 1_000;
const LATENCY_SECONDS = 10;
/** Webhooks with leases when the next event is published, how often that is measured, and one webhook's queue. */
const LEASED = 1_500;
const ROUNDS = 10;
const QUEUED = 4_000;
const deliveries = Number(values.deliveries);

const postgres = await startPostgres();
process.env.TEST_DATABASE_URL = postgres.url;
const authority = await createAuthority();
const certificate = await authority.issue(['localhost']);
const receivers = startChild<ReceiversRequest>('receivers');
const bareLoop = startChild<BareLoopRequest>('bareLoop');
const ports = await receivers.ask<number[]>({ do: 'start', certificate, count: WEBHOOKS, hangs: HANGING });
const targets = ports.map((port) => targetOf('localhost', port));
const healthy = targets.slice(0, WEBHOOKS);
const hanging = targets.slice(WEBHOOKS);
const catalog = await openTestCatalog();
const urlOf = (target: string) => `https://${target}/hook`;
await subscribe(catalog, testWebhookPorts(targets), healthy.map(urlOf));
let [published, updates] = [0, 0];
const body = await bodyOfOneEvent();

const bareRequest = { ca: authority.cert, targets: healthy, body };
let service = await startService();
const memory = () => (usageOf(service.pid)?.peakMemory ?? Number.NaN) / 1e6;
const peakMemoryMb: Record<string, number> = { started: memory() };
await queue(WARM_UP);
await received(WARM_UP + WEBHOOKS);
await receivers.ask({ do: 'collect' });

const figures: Record<string, unknown> = { deliveries, peakMemoryMb };
const latencyMs: Record<string, unknown> = {};
let halfRate = Number.NaN;
await scenario('rate', rateBesideBareLoop);
await scenario('hanging', besideSilent);
await scenario('fan', oneEventForMany);
await scenario('queue', longQueueOfOne);
await scenario('kill', killedInTheMidst);
await service.kill();
await scenario('rate', latencyOfBareLoop);
bareLoop.end();
process.stdout.write(`${JSON.stringify(figures, null, values.json ? 0 : 2)}\n`);
receivers.end();
await catalog.close();
await authority.remove();
await postgres.stop();

/** Its figures, unless another one alone is asked for. */
async function scenario(name: string, measure: () => Promise<object>): Promise<void> {
  if (values.only === undefined || values.only === name) Object.assign(figures, await measure());
}

async function rateBesideBareLoop() {
  await bareLoop.ask({ do: 'loop', ...bareRequest, requests: WARM_UP });
  const bare = await measured(deliveries, bareLoop.pid, () =>
    bareLoop.ask({ do: 'loop', ...bareRequest, requests: deliveries }),
  );
  await receivers.ask({ do: 'collect' });
  // It stands still while its queue is filled.
  process.kill(service.pid, 'SIGSTOP');
  await queue(deliveries);
  const rate = await measured(deliveries, service.pid, async () => {
    process.kill(service.pid, 'SIGCONT');
    await received(deliveries);
  });
  await receivers.ask({ do: 'collect' });
  peakMemoryMb.delivered = memory();
  halfRate = rate.perSecond / 2;
  latencyMs.dispatcher = await warmLatencies(halfRate);
  return { bareLoop: bare, dispatcher: rate, shareOfBareLoop: rate.perSecond / bare.perSecond, latencyMs };
}

/** The loop is told of each event by the process that publishes, as soon as it is committed; nobody else delivers. */
async function latencyOfBareLoop() {
  const told = catalog.publications.onCommitted((events) => {
    for (const { id } of events) bareLoop.tell({ do: 'tell', ...bareRequest, eventId: id });
  });
  await receivers.ask({ do: 'collect' });
  latencyMs.bareLoop = await warmLatencies(halfRate);
  told();
  return { latencyMs };
}

/** After a second of as many: counting takes longer than connections are kept, and each begins with a handshake. */
async function warmLatencies(perSecond: number) {
  await latencies(perSecond, 1);
  await sleep(1_000);
  return await latencies(perSecond);
}

async function besideSilent() {
  const calm = await latencies(WEBHOOKS * 5);
  const one = await besideHanging(hanging.slice(0, 1), 1_000);
  const many = await besideHanging(hanging.slice(1), 100);
  peakMemoryMb.besideHanging = memory();
  await catalog.database.client.$executeRaw`UPDATE webhook SET status = 'disabled' WHERE cardinality(events) > 1`;
  return { besideHangingMs: { calmP95: calm.p95, besideOneP95: one.p95, besideAHundredP95: many.p95 } };
}

/** One event for many webhooks; then the next event of some just served, while the leases of others are held. */
async function oneEventForMany() {
  const count = Number(values.webhooks);
  await subscribeToUpdates(count);
  await update(1);
  await received(count);
  await receivers.ask({ do: 'collect' });
  const fan = await measured(count, service.pid, async () => {
    await update(1);
    await received(count);
  });
  await catalog.database.client.$executeRaw`UPDATE webhook SET status = 'disabled' WHERE id IN (
    SELECT id FROM webhook WHERE events = '{anime.updated}' AND status = 'enabled' ORDER BY id OFFSET ${LEASED})`;
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await receivers.ask({ do: 'collect' });
    await update(1);
    await received(Math.min(count, LEASED));
    await receivers.ask({ do: 'collect' });
    const at = await committedBy(() => publish(1));
    await received(WEBHOOKS);
    const { requests } = await receivers.ask<Arrivals>({ do: 'collect' });
    took.push(...requests.map(([, , arrived]) => arrived - at));
  }
  await endUpdates();
  const nextEventMs = { p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
  return { fanOut: { webhooks: count, seconds: count / fan.perSecond, ...fan, nextEventMs } };
}

async function longQueueOfOne() {
  await subscribeToUpdates(1);
  process.kill(service.pid, 'SIGSTOP');
  for (let left = QUEUED; left > 0; left -= Math.min(left, published, 500))
    await update(Math.min(left, published, 500));
  await receivers.ask({ do: 'collect' });
  const longQueue = await measured(QUEUED, service.pid, async () => {
    process.kill(service.pid, 'SIGCONT');
    await received(QUEUED);
  });
  await endUpdates();
  return { longQueue };
}

async function subscribeToUpdates(count: number): Promise<void> {
  const { client } = catalog.database;
  const applicationId = await newApplication(catalog.database);
  const { position: startPosition } = await client.publicationHead.findFirstOrThrow();
  const newWebhook = (index: number) => {
    const [id, url] = [uuidv7(), urlOf(healthy[index % WEBHOOKS] ?? '')];
    const { stored: secret } = newSecret(testSecrets, id);
    return {
      id,
      applicationId,
      name: `fan ${index}`,
      url,
      events: [storedKind('anime.updated')],
      secret,
      startPosition,
    };
  };
  for (let index = 0; index < count; index += 100) {
    const batch = Array.from({ length: Math.min(100, count - index) }, (_, place) => newWebhook(index + place));
    await client.webhook.createMany({ data: batch });
  }
}

async function endUpdates(): Promise<void> {
  await catalog.database.client.$executeRaw`UPDATE webhook SET status = 'disabled' WHERE events = '{anime.updated}'`;
  await receivers.ask({ do: 'collect' });
}

/** By performance.timeOrigin. */
async function committedBy(publication: () => Promise<void>): Promise<number> {
  let at = Number.NaN;
  const off = catalog.publications.onCommitted(() => {
    at = performance.timeOrigin + performance.now();
  });
  await publication();
  off();
  return at;
}

function startService() {
  return startCatalog({
    ...{ DATABASE_URL: catalog.url, SECRETS_KEY: TEST_SECRETS_KEY, ROLES: 'webhooks' },
    ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: targets.join() },
  });
}

/** New anime, each of which becomes one delivery a webhook. */
async function publish(count: number): Promise<void> {
  await importFrom(published, count);
  published += count;
}

/** Changes the first anime. */
async function update(count: number): Promise<void> {
  updates += 1;
  await importFrom(0, count);
}

async function importFrom(first: number, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, index) => ({
    ...{ type: 'anime', source: 'mal', sourceId: String(first + index), synopsis: `${updates} ${'x'.repeat(500)}` },
    titles: [{ title: `A title of the benchmark ${first + index}`, language: 'ja-Latn', kind: 'official' }],
  }));
  const { rejected } = await catalog.import(records);
  if (rejected > 0) throw new Error('a record was rejected');
}

async function queue(count: number): Promise<void> {
  for (let left = count / WEBHOOKS; left > 0; left -= 500) await publish(Math.min(left, 500));
}

async function bodyOfOneEvent(): Promise<string> {
  await publish(1);
  const event = await catalog.database.client.event.findFirstOrThrow();
  return event.payload;
}

async function received(count: number): Promise<void> {
  while ((await receivers.ask<number>({ do: 'count' })) < count) await sleep(20);
}

async function measured(count: number, pid: number, work: () => Promise<unknown>) {
  const cpu = () => ({ process: cpuTime(pid), postgres: cpuTime(postgres.pid) });
  const statementsBefore = await statements();
  const [began, before] = [performance.now(), cpu()];
  await work();
  const [seconds, after] = [(performance.now() - began) / 1000, cpu()];
  const perThousand = (microseconds: number) => microseconds / 1e6 / (count / 1000);
  return {
    perSecond: count / seconds,
    cpuSecondsPerThousand: perThousand(after.process - before.process),
    postgresCpuSecondsPerThousand: perThousand(after.postgres - before.postgres),
    statementsPerDelivery: ((await statements()) - statementsBefore) / count,
  };
}

/** Statements so far, each committed by itself; a connection tells of them after ten idle seconds. */
async function statements(): Promise<number> {
  await sleep(11_000);
  const [row] = await catalog.database.client.$queryRaw<{ count: number }[]>`
    SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`;
  return row?.count ?? Number.NaN;
}

/** From the commit of a publication to the receipt of each of its deliveries, at this rate of deliveries a second. */
async function latencies(perSecond: number, seconds = LATENCY_SECONDS) {
  const committed = new Map<string, number>();
  const off = catalog.publications.onCommitted((events) => {
    for (const { id } of events) committed.set(id, performance.timeOrigin + performance.now());
  });
  const everyMs = 1000 / (perSecond / WEBHOOKS);
  const publications = Math.ceil((seconds * 1000) / everyMs);
  const late: number[] = [];
  const began = performance.now();
  let next = began;
  for (let index = 0; index < publications; index += 1) {
    await sleep(Math.max(0, next - performance.now()));
    await publish(1);
    late.push(performance.now() - next);
    // What a slow commit has lost is not caught up: that would be a burst above the rate.
    next = Math.max(next + everyMs, performance.now());
  }
  const attained = (publications * WEBHOOKS) / ((performance.now() - began) / 1000);
  off();
  await received(publications * WEBHOOKS);
  const { requests, loopDelayP99 } = await receivers.ask<Arrivals>({ do: 'collect' });
  const took = requests.map(([, id, at]) => at - (committed.get(id) ?? Number.NaN));
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(took, share));
  return {
    perSecond: attained,
    p50,
    p95,
    p99,
    receiversLoopP99: loopDelayP99,
    publishedAfterP99: percentile(late, 0.99),
  };
}

/** Latencies of those that answer, one event a time, beside others that hang with so many queued each. */
async function besideHanging(others: readonly string[], queued: number) {
  await subscribe(catalog, testWebhookPorts(targets), others.map(urlOf), ['anime.created', 'anime.updated']);
  for (let left = queued; left > 0; left -= 500) await publish(Math.min(left, 500));
  await received(queued * WEBHOOKS);
  await receivers.ask({ do: 'collect' });
  return await latencies(WEBHOOKS * 5);
}

/** Kills the service (SIGKILL) when half of what waits has come, and starts it again at once. */
async function killedInTheMidst() {
  process.kill(service.pid, 'SIGSTOP');
  await queue(deliveries);
  await receivers.ask({ do: 'collect' });
  process.kill(service.pid, 'SIGCONT');
  await received(deliveries / 2);
  await service.kill();
  const restarted = performance.timeOrigin + performance.now();
  const before = await receivers.ask<Arrivals>({ do: 'collect' });
  service = await startService();
  while ((await readFigures(catalog.database)).oldestSeconds > 0) await sleep(50);
  const after = await receivers.ask<Arrivals>({ do: 'collect' });
  const came = new Set(before.requests.map(([port, id]) => `${port} ${id}`));
  const missingAtRestart = deliveries - came.size;
  let last = restarted;
  for (const [port, id, at] of after.requests) {
    const delivery = `${port} ${id}`;
    if (!came.has(delivery)) last = Math.max(last, at);
    came.add(delivery);
  }
  const killed = {
    missingAtRestart,
    secondsToTheLastMissing: (last - restarted) / 1000,
    missing: deliveries - came.size,
    duplicates: before.requests.length + after.requests.length - came.size,
  };
  return { killed };
}
