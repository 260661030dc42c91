import { LineLimit, ONE_OUTAGE } from '../base/lineLimit.ts';
import { parseUrl } from '../base/parseUrl.ts';
import { repeat } from '../base/repeat.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isDatabaseUnavailable } from '../database/databaseFailures.ts';
import type { SecretBox } from '../graph/secrets/secretBox.ts';
import { tlsReason } from '../graph/webhook/tlsReason.ts';
import { requestRotation, withdrawRotationRequests } from '../graph/webhook/webhookSecret.ts';
import { disableFailing, disableGone } from '../graph/webhook/webhookState.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { DeliveryClient } from '../webhooks/client/deliveryClient.ts';
import { DeliveryQueue } from '../webhooks/dispatcher/deliveryQueue.ts';
import { Dispatcher, type DispatcherObserver } from '../webhooks/dispatcher/dispatcher.ts';
import type { DueDelivery } from '../webhooks/dispatcher/dueDelivery.ts';
import { readFigures } from '../webhooks/dispatcher/queueFigures.ts';
import { Sender } from '../webhooks/dispatcher/sender.ts';
import type { Closers } from './closers.ts';
import type { Store } from './openStore.ts';

export interface DispatcherParts {
  readonly configuration: Configuration;
  readonly store: Store;
  readonly metrics: Pick<Metrics, 'webhooks'>;
  readonly logger: Logger;
  readonly closers: Closers;
}

const COUNT_EVERY_MS = 5_000;
/** How long a stop waits for a statement that may be interrupted. */
const STOP_MS = 1_000;

/** RFC 9110, 15.5.11: the receiver wants no further events. */
const GONE = 410;
const FAILING_TOO_LONG = 'Every delivery of the last five days failed, at least ten of them.';

/** Starts sending deliveries; the closers stop it. */
export async function startDispatcher(parts: DispatcherParts, box: SecretBox): Promise<Dispatcher> {
  const { configuration, store, closers, metrics } = parts;
  const { WEBHOOK_CONCURRENCY: concurrency, WEBHOOK_ALLOW_TARGETS: allowTargets = new Set() } = configuration;
  const { database, publications } = store;
  await withdrawRotationRequests(database, box);
  const client = new DeliveryClient({ exempt: allowTargets });
  const queue = new DeliveryQueue(database);
  const observer = observe(parts);
  const dispatcher = new Dispatcher({
    database,
    queue,
    observer,
    concurrency,
    sender: new Sender(client, box, database.clock.now),
    onPublication: publications.onCommitted,
  });
  metrics.webhooks.meterSlots(() => dispatcher.slots);
  closers.add(() => client.close());
  closers.add(() => dispatcher.stop());
  closers.add(
    repeat(async () => metrics.webhooks.setQueue(await readFigures(database)), {
      everyMs: COUNT_EVERY_MS,
      failed: (error) => observer.failed(error, 'counting the queue'),
      stopMs: STOP_MS,
    }),
  );
  dispatcher.start();
  return dispatcher;
}

/** Logs name host and webhook: a URL's path may be secret, and an answer may contain anything. */
function observe({ store, logger, metrics: { webhooks: metrics } }: DispatcherParts): DispatcherObserver {
  const limits = new Map<string, LineLimit>();
  return {
    attempted({ delivery, result, ended }) {
      const { outcome, duration: durationMs } = ended;
      metrics.attempted({ result: result.error ?? 'delivered', outcome, seconds: durationMs / 1000 });
      if (result.error === null) return;
      if (result.error === 'unsigned') askForRotation(delivery.webhookId);
      if (result.status === GONE) disable(delivery);
      const { id, webhookId, kind, attempt, url } = delivery;
      const { status, error, tlsCode: code } = result;
      const reason = code === undefined ? {} : { code, reason: tlsReason(code) };
      const facts = { delivery: id, webhook: webhookId, host: readHost(url), kind, attempt, status, error, ...reason };
      const line = { ...facts, durationMs, ...(outcome === 'retry' && { retryInMs: ended.delay }) };
      if (outcome === 'failed') logger.warn(line, 'webhook failed');
      else logger.info(line, 'webhook attempt failed');
    },
    leaseLost(count) {
      metrics.leaseLost(count);
      logger.warn({ attempts: count }, 'webhook attempts ended after another dispatcher had taken them over');
    },
    failed(error, doing) {
      const omitted = isDatabaseUnavailable(error) ? findLimit(doing).take() : 0;
      if (omitted === undefined) return;
      logger.warn({ err: error, ...(omitted > 0 && { omitted }) }, `webhooks: ${doing} failed`);
    },
    failingTooLong: (webhook) =>
      report(
        counted('failing', disableFailing(store.publications, webhook, FAILING_TOO_LONG)),
        webhook,
        'a webhook that only failed was disabled',
      ),
  };

  /** Each loop keeps failing while the database is away. */
  function findLimit(doing: string): LineLimit {
    const limit = limits.get(doing) ?? new LineLimit(ONE_OUTAGE);
    limits.set(doing, limit);
    return limit;
  }

  function disable({ webhookId, url }: DueDelivery): void {
    const disabled = disableGone(store.publications, webhookId, url);
    report(counted('gone', disabled), webhookId, 'a webhook whose receiver answered 410 was disabled');
  }

  async function counted(reason: 'gone' | 'failing', disabled: Promise<boolean>): Promise<void> {
    if (await disabled) metrics.disabled(reason);
  }

  function askForRotation(webhook: string): void {
    report(requestRotation(store.database, webhook), webhook, 'a webhook needs a new secret: no key opens its own');
  }

  function report(done: Promise<unknown>, webhook: string, message: string): void {
    done.then(
      () => logger.warn({ webhook }, message),
      (error: unknown) => logger.warn({ err: error, webhook }, `failed: ${message}`),
    );
  }
}

function readHost(url: string): string {
  return parseUrl(url)?.host ?? '';
}
