import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { errorReason } from '../errors.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import type { SearchAdministration } from '../graph/search/administrationPort.ts';
import { checkOf } from './checkOf.ts';
import { examineAccount, examineDesk, examineIssuer, examineRedis } from './examineCallers.ts';
import { examineConfiguration } from './examineConfiguration.ts';
import { examineConnections } from './examineConnections.ts';
import { examineClock, examineDatabase, examineMigrations } from './examineDatabase.ts';
import { examineSearch } from './examineSearch.ts';
import { examineSecrets, examineSharedSecrets } from './examineSecrets.ts';

interface Examined {
  readonly configuration: Configuration;
  readonly database: Database;
  /** Undefined when search is off. */
  readonly search: SearchAdministration | undefined;
  /** The address of what looks like a proxy whose X-Forwarded-For is not read; null while none was seen. */
  readonly unreadProxy: string | null;
  /** Null without Redis. */
  readonly redis: Parameters<typeof examineRedis>[1];
  /** Null without an external issuer. */
  readonly issuer: Parameters<typeof examineIssuer>[1];
}

type Check = readonly [name: string, examine: (examined: Examined) => DiagnosticCheck | Promise<DiagnosticCheck>];

/** Ordered by cause: the first failure is the one to fix first. */
const CHECKS: readonly Check[] = [
  ['configuration', ({ configuration, unreadProxy }) => examineConfiguration(configuration, unreadProxy)],
  ['database', ({ database }) => examineDatabase(database)],
  ['connections', ({ configuration, database }) => examineConnections(configuration, database)],
  ['migrations', ({ database }) => examineMigrations(database)],
  [
    'secrets',
    async ({ configuration, database }) =>
      (await examineSharedSecrets(configuration, database)) ?? (await examineSecrets(configuration)),
  ],
  ['search', ({ search }) => examineSearch(search)],
  ['redis', ({ configuration, redis }) => examineRedis(configuration, redis)],
  ['issuer', ({ configuration, issuer }) => examineIssuer(configuration, issuer)],
  ['account', ({ configuration }) => examineAccount(configuration)],
  ['desk', ({ configuration }) => examineDesk(configuration)],
  ['clock', ({ database }) => examineClock(database)],
];

/** Runs every check, whatever state the process is in. */
export async function diagnose(examined: Examined): Promise<readonly DiagnosticCheck[]> {
  const results: DiagnosticCheck[] = [];
  // In sequence: the embedded database has one connection, and concurrent checks would measure each other.
  for (const [name, examine] of CHECKS) results.push(await settled(name, () => examine(examined)));
  return results;
}

async function settled(
  name: string,
  examine: () => DiagnosticCheck | Promise<DiagnosticCheck>,
): Promise<DiagnosticCheck> {
  try {
    return await examine();
  } catch (error) {
    const detail = `Could not be examined: ${errorReason(error)}`;
    return checkOf(name)('failed', detail, 'Look at what an earlier check reports; the log says more.');
  }
}
