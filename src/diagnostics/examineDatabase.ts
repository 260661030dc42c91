import { errorReason } from '../base/errors.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseClock } from '../database/databaseClock.ts';
import { LACKS_ROOM } from '../database/embedded/diskRoom.ts';
import { pendingMigrations } from '../database/migrations/migrationHistory.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

const PING_TIMEOUT_MS = 5_000;
/** More than a healthy connection takes, even the embedded one behind a short batch. */
const SLOW_MS = 250;
/** The skew that signed timestamps and `releasedAt` tolerate; the service itself reads only its own clock. */
const CLOCK_WARNING_S = 2;
const CLOCK_FAILURE_S = 60;

/** @param errors the recent ones, by class */
export async function examineDatabase(
  database: Database,
  errors: ReadonlyMap<string, number> = new Map(),
): Promise<DiagnosticCheck> {
  const check = namedCheck('database');
  const began = performance.now();
  let isReadOnly: boolean;
  try {
    ({ isReadOnly } = await database.ping(PING_TIMEOUT_MS));
  } catch (error) {
    const detail = `The ${database.kind} database does not answer: ${errorReason(error)}`;
    return check('failed', detail, 'Check that PostgreSQL runs and that DATABASE_URL reaches it from this machine.');
  }
  const latency = performance.now() - began;
  const [{ version } = { version: 'unknown' }] = await database.client.$queryRaw<
    { version: string }[]
  >`SELECT current_setting('server_version') AS version`;
  const { total, idle, waiting } = database.pool();
  const facts = `${database.kind === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL'} ${version} answered in ${latency.toFixed(1)} ms; of ${total} pooled connections ${idle} idle, ${waiting} requests queued`;
  if (isReadOnly && database.kind === 'embedded') {
    const remedy = 'Make room on the disk of DATA_DIR: the database then accepts writes again by itself.';
    return check('failed', `${facts}. It is read-only, because it ${LACKS_ROOM}.`, remedy);
  }
  if (isReadOnly) {
    return check('failed', `${facts}. It is read-only.`, 'Name the primary in DATABASE_URL, or make it accept writes.');
  }
  if (errors.size > 0) {
    const list = [...errors].map(([errorClass, count]) => `${errorClass} ${count}`).join(', ');
    const remedy = 'See docs/operations.md#animecatalogdatabaseerrors.';
    return check('warning', `${facts}. Recent errors in this process: ${list}.`, remedy);
  }
  if (latency <= SLOW_MS) return check('ok', `${facts}.`);
  const remedy = 'Look for an import that runs, for load, or for a slow network to the database.';
  return check('warning', `${facts}.`, remedy);
}

export async function examineMigrations(database: Database): Promise<DiagnosticCheck> {
  const pending = await pendingMigrations(database);
  const check = namedCheck('migrations');
  if (pending.length === 0) return check('ok', 'Every migration is applied.');
  const detail = `Not applied: ${pending.join(', ')}.`;
  const [row] = await database.client.$queryRaw<
    { grant: string | null }[]
  >`SELECT CASE WHEN NOT has_schema_privilege('public', 'CREATE') THEN format('GRANT USAGE, CREATE ON SCHEMA public TO %I', current_user) END AS grant`;
  const grant = row?.grant ?? null;
  if (grant !== null)
    return check('failed', detail, `As the owner of the database: ${grant}; then run "catalog migrate".`);
  return check('failed', detail, 'Run "catalog migrate", or start the service again.');
}

/** @param aheadSeconds as of the last ping; null: none was answered */
export function examineClock({ aheadSeconds }: Pick<DatabaseClock, 'aheadSeconds'>): DiagnosticCheck {
  if (aheadSeconds === null) throw new Error('the database has not answered');
  const check = namedCheck('clock');
  const time = new Date().toISOString();
  const distance = Math.abs(aheadSeconds);
  if (distance <= CLOCK_WARNING_S) return check('ok', `${time}; the database's clock agrees.`);
  return check(
    distance > CLOCK_FAILURE_S ? 'failed' : 'warning',
    `The database's clock is ${distance.toFixed(1)} s ${aheadSeconds < 0 ? 'ahead of' : 'behind'} this machine's (${time}).`,
    'Synchronise both clocks (NTP): release times and signatures depend on them.',
  );
}
