import { LRUCache } from 'lru-cache';
import { LineLimit, ONE_OUTAGE } from '../base/lineLimit.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { accountSignIn } from '../configuration/signIn.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { GraphPorts } from '../graph/schema/context.ts';
import { createSchema } from '../graph/schema/schema.ts';
import type { InvitationPlace } from '../graph/user/invitations.ts';
import { DeskSessions } from '../identity/portal/deskSessions.ts';
import type { Logger, Logs } from '../telemetry/logger.ts';
import type { StoreMetrics } from '../telemetry/storeMetrics.ts';
import { HealthWatch } from './healthWatch.ts';
import { loadRest } from './loadRest.ts';
import { sharedSecrets } from './obtainSecrets.ts';
import { openStore } from './openStore.ts';
import { openWebhooks } from './openWebhooks.ts';
import type { Service } from './service.ts';
import { startCallers } from './startCallers.ts';
import { startSearch } from './startSearch.ts';
import type { StartWait } from './startWait.ts';

/** How long errors of the database are kept after the last of their class: a probe that succeeds would hide them. */
const TOLD_MS = 10 * 60_000;
/** Those of single statements say nothing of the database. */
const OF_STATEMENTS = ['conflict', 'data', 'other'];

/** Opens the database and starts what every process has below its listeners. */
export async function assembleService({
  logs,
  wait,
  ...given
}: Pick<Service, 'configuration' | 'secrets' | 'metrics' | 'closers'> & {
  readonly logs: Logs;
  readonly wait: StartWait;
}): Promise<Service> {
  const { configuration, secrets, metrics, closers } = given;
  const { logger, requestLevel } = logs;
  const databaseErrors = new LRUCache<string, number>({ max: 20, ttl: TOLD_MS });
  const [store, rest] = await Promise.all([
    openStore({
      configuration,
      sharedSecrets: sharedSecrets(secrets),
      wait,
      metrics: logFencedSessions(metrics.store, logger, (each) => {
        if (!OF_STATEMENTS.includes(each)) databaseErrors.set(each, (databaseErrors.get(each) ?? 0) + 1);
      }),
    }),
    loadRest(configuration.ROLES),
  ]);
  const { database, publications, migrated } = store;
  closers.add(() => database.close());
  database.incarnation.onChange(() =>
    logger.warn('the database was restored or replaced: caches and entity tags are renewed'),
  );
  if (migrated.length > 0) logger.info({ migrations: migrated }, 'migrated');
  const search = await startSearch({ configuration, store, logger, closers, metrics });
  const health = new HealthWatch(database, search?.administration, (aheadSeconds) =>
    aheadSeconds === null
      ? logger.info("this machine's clock agrees with the database's again")
      : logger.warn({ aheadSeconds }, "this machine's clock is wrong: the database's time is used in its place"),
  );
  closers.add(() => health.stop());
  await health.start();
  const webhooks = await openWebhooks({ ...given, store, logger });
  const callers = await startCallers({ ...given, ...store, logger });
  const { ownTokens, issuerName, quotas, onKeyRevoked, redis, issuer } = callers;
  metrics.meter({
    pool: () => database.pool(),
    clockAheadSeconds: () => database.clock.aheadSeconds,
    lastPosition: () => health.lastPosition,
    backedUpAt: () => health.backedUpAt,
    droppedLogLines: () => logs.dropped(),
    search: search === null ? null : () => health.searchFigures,
    keepsIndex: search?.keepsIndex ?? null,
    redis,
  });
  const ports: GraphPorts = {
    database,
    publications,
    now: database.clock.now,
    search: search?.engine ?? null,
    searchAdministration: search?.administration ?? null,
    webhooks: webhooks?.ports ?? null,
    diagnose: () =>
      diagnose({
        configuration,
        database,
        search: search?.administration,
        unreadProxy: callers.unreadProxy,
        databaseErrors: new Map(databaseErrors.entries()),
        redis: redis?.() ?? null,
        issuer: issuer?.() ?? null,
      }),
    tokenIssuer: ownTokens,
    issuer: issuerName,
    // Only processes with this role count calls.
    quotas: configuration.ROLES.has('rest') ? quotas : null,
    desk: configuration.ROLES.has('graph') ? new DeskSessions(database, callers.deskTeam) : null,
    invitations: () => invitationPlace(configuration, service.publicUrl),
    onKeyRevoked,
    onImport: (report, seconds) => metrics.observeImportBatch(report, seconds),
  };
  const service: Service = {
    ...given,
    logger,
    requestLevel,
    search,
    webhooks,
    ports,
    rest,
    callers,
    health,
    schema: createSchema(),
    publicUrl: null,
    phase: 'starting',
    drainUntil: 0,
  };
  return service;
}

/**
 * Where invited people set their passwords: pages of this process, or of one with the role rest at PUBLIC_URL.
 * @param publicUrl of this process's public listener; null while it is not open, and without the role rest
 */
function invitationPlace(configuration: Configuration, publicUrl: string | null): InvitationPlace {
  const account = accountSignIn(configuration);
  if (account.kind === 'missing') return account;
  if (!configuration.PAGES) return { kind: 'missing', remedy: 'set PAGES to on, here and where the role rest is' };
  const origin = account.url ?? publicUrl;
  if (origin !== null) return { kind: 'served', origin };
  return configuration.ROLES.has('rest')
    ? { kind: 'missing', remedy: 'wait until the service is ready' }
    : { kind: 'missing', remedy: 'set PUBLIC_URL to the origin of the process with the role rest' };
}

/**
 * The same metrics, and a line in the log where the database ended what a paused process held.
 * @param noted is called with each error, too
 */
function logFencedSessions(metrics: StoreMetrics, logger: Logger, noted: (errorClass: string) => void): StoreMetrics {
  const limit = new LineLimit(ONE_OUTAGE);
  return {
    ...metrics,
    databaseFailed(errorClass) {
      metrics.databaseFailed(errorClass);
      noted(errorClass);
      if (errorClass !== 'fenced' || limit.take() === undefined) return;
      logger.warn(
        'fenced: this process was silent in a transaction or with a lock, so the database ended it and others went on',
      );
    },
  };
}
