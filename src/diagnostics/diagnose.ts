import { applicationName } from '../configuration/applicationName.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import type { SearchAdministration } from '../graph/search/administrationPort.ts';
import { examineAccount, examineDesk, examineIssuer, examineRedis } from './examineCallers.ts';
import { examineConfiguration } from './examineConfiguration.ts';
import { examineConnections } from './examineConnections.ts';
import { examineClock, examineDatabase, examineMigrations } from './examineDatabase.ts';
import { examineSearch } from './examineSearch.ts';
import { examineSecrets, examineSharedSecrets } from './examineSecrets.ts';
import { namedCheck } from './namedCheck.ts';
import { settled } from './settled.ts';

interface Examined {
  readonly configuration: Configuration;
  readonly database: Database;
  /** Undefined when search is off. */
  readonly search: SearchAdministration | undefined;
  /** The address of what looks like a proxy whose X-Forwarded-For is not read; null while none was seen. */
  readonly unreadProxy: string | null;
  /** Errors of the database that this process met lately, by class. */
  readonly databaseErrors: ReadonlyMap<string, number>;
  /** Null without Redis. */
  readonly redis: Parameters<typeof examineRedis>[1];
  /** Null without an external issuer. */
  readonly issuer: Parameters<typeof examineIssuer>[1];
}

/** Null: there is nothing to report. */
type Found = DiagnosticCheck | null;

type Check = readonly [name: string, examine: (examined: Examined) => Found | Promise<Found>];

/** Ordered by cause: the first failure is the one to fix first. */
const CHECKS: readonly Check[] = [
  ['configuration', ({ configuration, unreadProxy }) => examineConfiguration(configuration, unreadProxy)],
  ['processes', ({ configuration, database }) => examineProcesses(configuration, database)],
  ['database', ({ database, databaseErrors }) => examineDatabase(database, databaseErrors)],
  ['connections', ({ configuration, database }) => examineConnections(configuration, database)],
  ['migrations', ({ database }) => examineMigrations(database)],
  [
    'secrets',
    async ({ configuration, database }) =>
      (await examineSharedSecrets(configuration, database)) ?? (await examineSecrets(configuration)),
  ],
  [
    'search',
    ({ configuration, search }) =>
      examineSearch(search, configuration.ROLES.has('indexer') ? null : configuration.ELASTICSEARCH_INDEX),
  ],
  ['redis', ({ configuration, redis }) => examineRedis(configuration, redis)],
  ['issuer', ({ configuration, issuer }) => examineIssuer(configuration, issuer)],
  ['account', ({ configuration }) => examineAccount(configuration)],
  ['desk', ({ configuration }) => examineDesk(configuration)],
  ['clock', ({ database }) => examineClock(database.clock)],
];

/** Runs every check, in any state of the process. */
export async function diagnose(examined: Examined): Promise<readonly DiagnosticCheck[]> {
  const results: DiagnosticCheck[] = [];
  // In sequence: the embedded database has one connection, and concurrent checks would measure each other.
  for (const [name, examine] of CHECKS) {
    const found = await settled(name, () => examine(examined));
    if (found !== null) results.push(found);
  }
  return results;
}

interface Process {
  /** `anime-catalog ROLES HOST`; of a connection past a pool of connections with ` direct`. */
  readonly name: string;
  /** Each process listens over one connection, which distinguishes several of one name. */
  readonly listening: number;
}

/** Other processes on the database: what each is given, and reaches, is its own. Null: there is none. */
async function examineProcesses(
  configuration: Pick<Configuration, 'ROLES'>,
  database: Database,
): Promise<DiagnosticCheck | null> {
  if (database.kind === 'embedded') return null;
  const own = shown(applicationName(configuration));
  const rows = await database.client.$queryRaw<Process[]>`
    SELECT application_name AS name, (count(*) FILTER (WHERE query LIKE 'LISTEN %'))::int AS listening FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'anime-catalog %' GROUP BY 1 ORDER BY 1`;
  const counts = new Map<string, number>();
  for (const { name, listening } of rows) {
    const known = counts.get(shown(name)) ?? 0;
    counts.set(shown(name), Math.max(known, listening, 1));
  }
  counts.set(own, (counts.get(own) ?? 1) - 1);
  const others = [...counts].filter(([, count]) => count > 0);
  if (others.length === 0) return null;
  const list = others.map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join('; ');
  return namedCheck('processes')(
    'off',
    `This examines ${own}, and not: ${list}.`,
    'Run "catalog doctor" there, with the variables of each: it reads /readyz of its internal listener.',
  );
}

function shown(name: string): string {
  return name
    .replace(/^anime-catalog /, '')
    .replace(/ direct$/, '')
    .replace(' ', ' on ');
}
