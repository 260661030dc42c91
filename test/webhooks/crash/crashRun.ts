import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { SLOTS_PER_WEBHOOK } from '../../../src/webhooks/dispatcher/lease.ts';
import { importRecords } from '../../support/askGraph.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { subscribe, TEST_SECRETS_KEY, testWebhookPorts } from '../../support/webhooks.ts';
import { judgeReceipts, type Receipts } from './judgeReceipts.ts';

/** When a worker is killed. */
const KILL_MOMENTS = ['leased, not sent', 'answered, not written', 'during a publication', 'any time'] as const;
type KillMoment = (typeof KILL_MOMENTS)[number];

export interface CrashRunOptions {
  readonly kills: number;
  /** About so many in the whole run. */
  readonly deliveries: number;
}

/** What a run came to. */
export interface CrashReport extends Receipts {
  readonly kills: Readonly<Record<KillMoment, number>>;
  /** Deliveries by state at the end. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Failed deliveries that were at the head when three processes ended: they are put aside. */
  readonly putAside: number;
  /** Deliveries that had reached the receiver and were not written when a worker was killed. */
  readonly inFlight: number;
}

const WEBHOOKS = 10;
/** To the receiver at most: the webhooks' slots. */
const CONNECTIONS = WEBHOOKS * SLOTS_PER_WEBHOOK;
/** The slowest answer of the receiver: attempts are under way at any moment. */
const ANSWER_MS = 25;
/** A moment that does not come is not waited for. */
const KILL_WITHIN_MS = 3_000;

/**
 * Delivers to one receiver for ten webhooks, in processes of `catalog serve` that publish and deliver and are killed (SIGKILL) one
 * after the other while they work, each at another moment.
 */
export async function runCrashes({ kills, deliveries }: CrashRunOptions): Promise<CrashReport> {
  const authority = await createAuthority();
  const receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) => {
    setTimeout(() => response.writeHead(204).end(), randomInt(ANSWER_MS));
  });
  const catalog = await openTestCatalog();
  const url = `https://localhost:${receiver.port}`;
  const targets = [targetOf('localhost', receiver.port)];
  const urls = Array.from({ length: WEBHOOKS }, (_, index) => `${url}/${index}`);
  const webhooks = await subscribe(catalog, testWebhookPorts(targets), urls);
  const environment = {
    DATABASE_URL: catalog.url,
    SECRETS_KEY: TEST_SECRETS_KEY,
    ROLES: 'graph,webhooks',
    SEARCH: 'off',
    NODE_EXTRA_CA_CERTS: authority.file,
    WEBHOOK_ALLOW_TARGETS: targets.join(),
  };
  const watcher = new pg.Client({ connectionString: catalog.url });
  await watcher.connect();
  const perKill = Math.ceil(deliveries / kills / WEBHOOKS);
  const counts = Object.fromEntries(KILL_MOMENTS.map((moment) => [moment, 0])) as Record<KillMoment, number>;
  const begun: string[][] = [];
  let worker: CatalogService | null = null;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      worker = await startCatalog(environment);
      const moment = KILL_MOMENTS[kill % KILL_MOMENTS.length] ?? 'any time';
      counts[moment] += 1;
      const records = newAnime(kill * perKill, perKill);
      await killAt(moment, { worker, receiver, catalog, records, deliveries: records.length * WEBHOOKS });
      worker = null;
      begun.push(await begunBy(watcher, receiver));
      // A publication that was broken off is none: it is made again.
      if (moment === 'during a publication') await catalog.import(records);
    }
    worker = await startCatalog(environment);
    await until(async () => (await owing(watcher)) === 0, 60_000).catch(async (error: unknown) => {
      const left = { owing: await owing(watcher), statuses: await countStatuses(watcher) };
      throw new Error(`after the last start: ${JSON.stringify(left)}`, { cause: error });
    });
    const receipts = await judgeReceipts(watcher, receiver.received, webhooks, begun);
    const statuses = await countStatuses(watcher);
    const { rows: putAside } = await watcher.query(
      `SELECT FROM delivery WHERE status = 'failed' AND attempt = 1 AND first_error = 'interrupted'`,
    );
    return {
      ...receipts,
      kills: counts,
      statuses,
      putAside: putAside.length,
      inFlight: begun.flat().length,
    };
  } finally {
    await worker?.stop();
    await watcher.end();
    await catalog.close();
    await receiver.close();
    await authority.remove();
  }
}

interface Scene {
  readonly worker: CatalogService;
  readonly receiver: Receiver;
  readonly catalog: TestCatalog;
  readonly records: readonly object[];
  /** That these records become. */
  readonly deliveries: number;
}

async function killAt(moment: KillMoment, { worker, receiver, catalog, records, deliveries }: Scene): Promise<void> {
  const die = () => process.kill(worker.pid, 'SIGKILL');
  if (moment === 'during a publication') {
    importRecords(worker, records).catch(() => {});
    await sleep(randomInt(60));
  } else if (moment === 'any time') {
    await catalog.import(records);
    await sleep(randomInt(300));
  } else {
    const event = moment === 'leased, not sent' ? 'connection' : 'answered';
    // Answers are as many as there are deliveries on average, so that a life's end is met too; connections are kept.
    const nth = randomInt(1, event === 'answered' ? 2 * deliveries : CONNECTIONS);
    const over = new AbortController();
    const came = receiver.after(event, nth, die, over.signal);
    await catalog.import(records);
    await Promise.race([came, sleep(KILL_WITHIN_MS, undefined, { ref: false })]);
    over.abort();
  }
  await worker.kill();
}

/**
 * Deliveries that have reached the receiver and have no row, once the last statements of the worker that is gone have
 * ended. Its leases run out.
 */
async function begunBy(client: pg.Client, receiver: Receiver): Promise<string[]> {
  const busy = async () => {
    const { rows } = await client.query<{ number: number }>(
      `SELECT count(*)::int AS number FROM pg_stat_activity
       WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.number ?? 0;
  };
  await until(async () => (await busy()) === 0, 20_000);
  await client.query(`UPDATE webhook_dispatcher SET seen_at = now() - interval '1 minute'`);
  const received = receiver.received.map(({ headers }) => String(headers['service-delivery-id']));
  const { rows } = await client.query<{ id: string }>(
    'SELECT DISTINCT r.id FROM unnest($1::uuid[]) r (id) WHERE NOT EXISTS (SELECT FROM delivery d WHERE d.id = r.id)',
    [received],
  );
  return rows.map(({ id }) => id);
}

/** Deliveries that have not ended yet. */
async function owing(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>(
    `SELECT (SELECT count(*)::int FROM event) * $1::int - count(*)::int AS number FROM delivery WHERE status IN ('delivered', 'failed')`,
    [WEBHOOKS],
  );
  return rows[0]?.number ?? 0;
}

async function countStatuses(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ status: string; number: number }>(
    'SELECT status::text, count(*)::int AS number FROM delivery GROUP BY 1',
  );
  return Object.fromEntries(rows.map(({ status, number }) => [status, number]));
}
