import type { Database } from '../database/database.ts';
import type { SearchAdministration } from '../graph/search/port.ts';
import type { PartStatus, Readiness } from '../internal/probes.ts';

/** Orchestrators give up on a probe after a few seconds. */
const PING_TIMEOUT_MS = 2_000;

/** Ready while the database answers and the process is not stopping; it is migrated before anything listens. */
export async function examineReadiness(
  database: Database,
  search: SearchAdministration | undefined,
  isStopping: boolean,
): Promise<Readiness> {
  const databaseStatus = await ping(database);
  const searchStatus = databaseStatus.status === 'ok' ? await askSearch(search) : { status: 'failed' as const };
  return {
    status: isStopping ? 'stopping' : databaseStatus.status === 'ok' ? 'ready' : 'unready',
    parts: { database: databaseStatus, migrations: { status: 'ok' }, search: searchStatus },
  };
}

/** Told, and no reason to be unready: the rest of the interface works without search. */
async function askSearch(search: SearchAdministration | undefined): Promise<PartStatus> {
  if (search === undefined) return { status: 'off' };
  const { state, lastError } = await search.report();
  if (state === 'ready' || state === 'outdated') return { status: 'ok' };
  const detail = state === 'missing' ? 'the index is being built' : (lastError ?? 'the search engine does not answer');
  return { status: 'failed', detail };
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
