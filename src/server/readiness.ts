import type { Readiness } from '../internal/probes.ts';
import type { Service } from './service.ts';

/**
 * Ready once the process listens for its roles, its database answers, it is warm, and an index in its memory has been filled; until it is told
 * to stop. Search being away is told, and no reason to be unready: the rest of the interface works without it.
 */
export function readinessOf({ phase, isWarm, health }: Pick<Service, 'phase' | 'isWarm' | 'health'>): Readiness {
  const { database, search } = health;
  const parts = { database, migrations: { status: 'ok' } as const, search };
  if (phase === 'stopping') return { status: 'stopping', parts };
  if (database.status !== 'ok') return { status: 'unready', parts };
  return { status: phase === 'starting' || !isWarm || health.isFillingIndex ? 'starting' : 'ready', parts };
}
