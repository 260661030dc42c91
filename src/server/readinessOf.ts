import type { Readiness } from '../internal/probes.ts';
import type { Service } from './service.ts';

/**
 * Ready once the process listens for its roles, its database answers and an in-memory index is filled, until it is
 * stopped. A read-only database answers reads, and without a search engine the rest of the interface works, and with a
 * wrong clock the database's time is used: none of them makes it unready.
 */
export function readinessOf({ phase, health }: Service): Readiness {
  const { database, clock, search } = health;
  const parts = { database, migrations: { status: 'ok' } as const, clock, search };
  if (phase === 'stopping') return { status: 'stopping', parts };
  if (database.status === 'failed') return { status: 'unready', parts };
  return { status: phase === 'starting' || health.isFillingIndex ? 'starting' : 'ready', parts };
}
