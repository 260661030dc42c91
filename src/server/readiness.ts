import type { Database } from '../database/database.ts';
import type { PartStatus, Readiness } from '../internal/probes.ts';

/** Orchestrators give up on a probe after a few seconds. */
const PING_TIMEOUT_MS = 2_000;

/** Ready while the database answers and the process is not stopping; it is migrated before anything listens. */
export async function examineReadiness(database: Database, isStopping: boolean): Promise<Readiness> {
  const databaseStatus = await ping(database);
  return {
    status: isStopping ? 'stopping' : databaseStatus.status === 'ok' ? 'ready' : 'unready',
    parts: { database: databaseStatus, migrations: { status: 'ok' }, search: { status: 'off' } },
  };
}

async function ping(database: Database): Promise<PartStatus> {
  const began = performance.now();
  try {
    await database.ping(PING_TIMEOUT_MS);
    return { status: 'ok', latencyMs: Math.round((performance.now() - began) * 10) / 10 };
  } catch {
    return { status: 'failed', detail: 'the database does not answer' };
  }
}
