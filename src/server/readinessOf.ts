import type { PartStatus, Readiness } from '../internal/probes.ts';
import type { Service } from './service.ts';

/**
 * Ready once the process listens for its roles, its database answers and an in-memory index is filled, until it is
 * stopped. A read-only database answers reads, and without a search engine the rest of the interface works, and with a
 * wrong clock the database's time is used: none of them makes it unready.
 */
export function readinessOf({ phase, health, callers }: Service): Readiness {
  const { database, clock, search } = health;
  const parts = { database, migrations: { status: 'ok' } as const, clock, search, ...warningsOf(callers) };
  if (phase === 'stopping') return { status: 'stopping', parts };
  if (database.status === 'failed') return { status: 'unready', parts };
  return { status: phase === 'starting' || health.isFillingIndex ? 'starting' : 'ready', parts };
}

/** What only this process knows, and no operator sees otherwise but in its log. */
function warningsOf({ redis, unreadProxy }: Service['callers']): Record<string, PartStatus> {
  const shared = redis?.();
  const away = `Redis does not answer (${shared?.lastError}): quotas are counted in this process alone`;
  const unread = `${unreadProxy} sends X-Forwarded-For, which is not read: if it is a proxy, name it in TRUST_PROXY`;
  return {
    ...(shared !== undefined && { redis: shared.isShared ? { status: 'ok' } : { status: 'failed', detail: away } }),
    ...(unreadProxy !== null && { proxy: { status: 'warning', detail: unread } }),
  };
}
