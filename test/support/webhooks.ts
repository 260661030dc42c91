import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../src/database/database.ts';
import { createApplication } from '../../src/graph/application/createApplication.ts';
import type { EventKind } from '../../src/graph/model/vocabulary.ts';
import type { LoaderSources } from '../../src/graph/reading/loaders.ts';
import { SecretBox } from '../../src/graph/secrets/secretBox.ts';
import { createWebhook } from '../../src/graph/webhook/createWebhook.ts';
import { attemptsOfDelivery } from '../../src/graph/webhook/deliveryRows.ts';
import type { WebhookPorts } from '../../src/graph/webhook/webhookPorts.ts';
import { DeliveryClient, type DeliveryClientOptions } from '../../src/webhooks/client/deliveryClient.ts';
import type { Found } from '../../src/webhooks/dispatcher/attempts.ts';
import { DeliveryQueue } from '../../src/webhooks/dispatcher/deliveryQueue.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher/dispatcher.ts';
import type { DueDelivery } from '../../src/webhooks/dispatcher/dueDelivery.ts';
import { Lease } from '../../src/webhooks/dispatcher/lease.ts';
import type { Leases } from '../../src/webhooks/dispatcher/leases.ts';
import { type AttemptReport, Sender } from '../../src/webhooks/dispatcher/sender.ts';
import type { TestCatalog } from './openTestCatalog.ts';

export const TEST_SECRETS_KEY = 'a-key-of-the-tests-that-is-long-enough';

export const testSecrets = new SecretBox([TEST_SECRETS_KEY]);

/** What webhooks need, where every receiver on this machine is exempt. */
export function testWebhookPorts(targets: readonly string[]): WebhookPorts {
  return { secrets: testSecrets, exempt: new Set(targets), wake: () => {} };
}

/** An application with one webhook to each URL. @returns the webhooks' ids and secrets, in order */
export async function subscribe(
  catalog: Pick<TestCatalog, 'database' | 'publications'>,
  ports: WebhookPorts,
  urls: readonly string[],
  events: readonly EventKind[] = ['anime.created'],
): Promise<{ readonly id: string; readonly secret: string }[]> {
  const made = [];
  let applicationId = '';
  for (const [index, url] of urls.entries()) {
    if (index % 10 === 0) applicationId = await newApplication(catalog.database);
    const input = { applicationId, name: `receiver ${index}`, url, events };
    const { webhook, secret } = await createWebhook(catalog.publications, ports, input);
    made.push({ id: webhook.id, secret });
  }
  return made;
}

export async function newApplication(database: Database): Promise<string> {
  const application = { name: 'a test', owner: `user-${uuidv7()}` };
  return (await createApplication(database.client, application)).id;
}

/** Every attempt that is written, those of one delivery in order. */
export async function attemptsOfAll(database: Database) {
  const deliveries = await database.client.delivery.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  const loader = attemptsOfDelivery({ database } as LoaderSources);
  return (await Promise.all(deliveries.map(({ id }) => loader.load(id)))).flat();
}

export interface TestDispatcher {
  readonly dispatcher: Dispatcher;
  readonly queue: DeliveryQueue;
  readonly reports: AttemptReport[];
  readonly failures: unknown[];
  leaseLost(): number;
  close(): Promise<void>;
}

/** A dispatcher in the test's process, running. */
export function startTestDispatcher(
  { database, publications }: Pick<TestCatalog, 'database' | 'publications'>,
  options: DeliveryClientOptions & {
    readonly concurrency?: number;
    readonly attempted?: (report: AttemptReport) => void;
  },
): TestDispatcher {
  const client = new DeliveryClient(options);
  const queue = new DeliveryQueue(database);
  const reports: AttemptReport[] = [];
  const failures: unknown[] = [];
  let leaseLost = 0;
  const dispatcher = new Dispatcher({
    ...{ database, queue, concurrency: options.concurrency ?? 64 },
    sender: new Sender(client, testSecrets, () => new Date()),
    observer: {
      attempted: (report) => {
        reports.push(report);
        options.attempted?.(report);
      },
      leaseLost: (count) => {
        leaseLost += count;
      },
      failed: (error) => void failures.push(error),
      failingTooLong: () => {},
    },
    onPublication: publications.onCommitted,
  });
  dispatcher.start();
  return {
    ...{ dispatcher, queue, reports, failures },
    leaseLost: () => leaseLost,
    close: async () => {
      await dispatcher.stop();
      await client.close();
    },
  };
}

/** A lease of every webhook that is due. */
export const EVERY_KIND = { prompt: 1_000, slow: 1_000, urgent: 1_000, interrupted: 1_000 };

/** Leases every webhook that is due, for a worker that is gone as soon as another looks, and reads what is next of each. */
export async function readAsAnother(
  { database }: Pick<TestCatalog, 'database'>,
  take = 4,
): Promise<{ readonly lease: Lease; readonly deliveries: readonly DueDelivery[] }[]> {
  const queue = new DeliveryQueue(database);
  await queue.checkDue(null);
  const leased = await queue.lease(77, EVERY_KIND);
  const asked = leased.map(({ webhookId, epoch, position: after }) => ({ webhookId, epoch, after, take, urgent: 1 }));
  const read = await queue.next(asked, []);
  return leased.map((webhook) => {
    const lease = new Lease(webhook);
    const next = read.get(webhook.webhookId) ?? { deliveries: [], head: 0, revision: 1 };
    lease.read(next, { take, urgent: 1 }, performance.now());
    const deliveries = lease.begin(take);
    return { lease, deliveries };
  });
}

/** What leases send next, after as many reads as that takes. */
export async function nextOf(leases: Leases): Promise<Found[]> {
  const sent: Found[] = [];
  for (;;) {
    const { found, asked } = leases.turn();
    sent.push(...found);
    if (asked.length === 0) return sent;
    await leases.read(asked);
  }
}
