import { applicationName } from '../configuration/applicationName.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { checkOf } from './checkOf.ts';

interface Process {
  /** `anime-catalog ROLES HOST`; of a connection past a pool of connections with ` direct`. */
  readonly name: string;
  /** Each process listens over one connection, which tells several of one name apart. */
  readonly listening: number;
}

/** Other processes on the database: what each is given, and reaches, is its own. Null: there is none. */
export async function examineProcesses(
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
  return checkOf('processes')(
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
