import { readConfiguration } from '../../src/configuration/configuration.ts';
import { databaseErrorClass } from '../../src/database/databaseObserver.ts';
import { ATTEMPT_ERRORS } from '../../src/graph/model/vocabulary.ts';
import { quotaLimits } from '../../src/identity/quota/countingQuotas.ts';
import { routes } from '../../src/rest/routes.ts';
import { retentionRules } from '../../src/server/retention/retentionRules.ts';
import type { Metrics } from '../../src/telemetry/metrics.ts';

/** Everything that a process can count, each with every value of its labels. */
export function countEverything(metrics: Metrics): void {
  const operations = [...routes.map(({ operationId }) => operationId), undefined];
  for (const operation of operations) {
    for (const status of [0, 200, 304, 400, 401, 404, 418, 429, 500, 503, 599]) {
      metrics.http.observe({ listener: 'public', operation, status, seconds: 1 });
    }
  }
  for (const operation of ['GraphQL', undefined]) {
    for (const status of [0, 200, 401, 500]) {
      metrics.http.observe({ listener: 'internal', operation, status, seconds: 1 });
    }
  }
  for (const sqlState of [...'0123456789ABCDEFGHPX'].flatMap((a) => [...'0123456789'].map((b) => `${a}${b}000`))) {
    metrics.store.databaseFailed(databaseErrorClass(sqlState));
  }
  for (const sqlState of ['25006', '53100', '53300', '57014', '55P03', '57P01', undefined]) {
    metrics.store.databaseFailed(databaseErrorClass(sqlState));
  }
  metrics.store.waitedForConnection(1);
  metrics.store.answered(1);
  metrics.store.waitedForTurn(1);
  metrics.store.published(1);
  const outcomes = ['delivered', 'failed', 'retry'] as const;
  for (const [index, result] of [...ATTEMPT_ERRORS, 'delivered'].entries()) {
    metrics.webhooks.attempted({ result, outcome: outcomes[index % 3] ?? 'retry', seconds: 1 });
  }
  metrics.webhooks.cancelled(1);
  metrics.webhooks.leaseLost(1);
  metrics.webhooks.disabled('gone');
  metrics.webhooks.disabled('failing');
  metrics.webhooks.setQueue({ oldestSeconds: 1, failing: 1, acknowledging: 1 });
  metrics.webhooks.meterSlots(() => ({ taken: { prompt: 1, slow: 1 }, total: { prompt: 1, slow: 1 } }));
  metrics.observeImportBatch({ created: 1, updated: 1, unchanged: 1, held: 1, proposed: 1, rejected: 1 }, 1);
  for (const policy of Object.keys(quotaLimits({ anonymous: 1, credentialed: 1, address: 1 }))) {
    metrics.quotaRefused(policy);
  }
  for (const result of ['ok', 'refused', 'failed', 'timeout', 'unreachable']) {
    metrics.askedElasticsearch(result, 1);
  }
  metrics.housekept('sessions');
  for (const { name } of retentionRules(readConfiguration({}))) {
    metrics.housekept(name);
    metrics.setOldest(name, 1);
  }
  metrics.meterReadiness(() => 'ready');
  metrics.meterRepresentations(() => ({ hits: 1, misses: 1, entries: 1, bytes: 1 }));
  metrics.meter({
    droppedLogLines: () => 1,
    pool: () => ({ total: 2, idle: 1, waiting: 1 }),
    clockAheadSeconds: () => 1,
    lastPosition: () => 1,
    backedUpAt: () => 1,
    search: () => ({ documents: 1, lagSeconds: 1, fillSeconds: 1, memoryBytes: 1 }),
    keepsIndex: () => true,
    redis: () => ({ isShared: true, localCounts: 1 }),
  });
}
