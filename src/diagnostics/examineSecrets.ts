import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import type { Configuration } from '../configuration/configuration.ts';
import {
  internalTokenSource,
  keptSecret,
  type SecretSource,
  sharedSources,
  splitValues,
} from '../configuration/secrets.ts';
import type { Role } from '../configuration/variables.ts';
import type { Database } from '../database/database.ts';
import { knownValues } from '../database/sharedSecrets.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { namedCheck } from './namedCheck.ts';

/** Where the secrets come from, and whether other users of this machine can read DATA_DIR. */
export async function examineSecrets(configuration: Configuration): Promise<DiagnosticCheck> {
  const check = namedCheck('secrets');
  const facts: string[] = [];
  const open: OpenFile[] = [];
  const missing: string[] = [];
  for (const source of [internalTokenSource, ...sharedSources]) {
    if (configuration[source.variable] !== undefined) {
      facts.push(`${source.variable} is given`);
      continue;
    }
    const path = join(configuration.DATA_DIR, source.file);
    const mode = await readMode(path);
    if (mode === null) missing.push(path);
    else if (isOpenToOthers(mode)) open.push({ source, path });
    else facts.push(`${source.variable} is kept in ${path}`);
  }
  const database = join(configuration.DATA_DIR, 'database');
  const databaseIsOpen = configuration.DATABASE_URL === undefined && isOpenToOthers(await readMode(database));
  if (open.length > 0 || databaseIsOpen) {
    const files = open.map(({ path }) => path);
    const orders = [
      ...(files.length > 0 ? [`"chmod 600 ${files.join(' ')}"`] : []),
      ...(databaseIsOpen ? [`"chmod 700 ${database}"`] : []),
    ];
    const renewals =
      open.length > 0 ? [`If somebody may have read them: ${open.map(describeRenewal).join('; ')}.`] : [];
    const paths = [...files, ...(databaseIsOpen ? [database] : [])];
    const detail = `Others on this machine can read ${paths.join(' and ')}.`;
    return check('warning', detail, [`Run ${orders.join(' and ')}.`, ...renewals].join(' '));
  }
  const detail = [...facts, ...missing.map((path) => `${path} is not there (this process did not need it)`)];
  return check('ok', `${detail.join('; ')}.`);
}

interface OpenFile {
  readonly source: SecretSource;
  readonly path: string;
}

/** Deleting a shared secret's file would keep every process from starting. */
function describeRenewal({ source, path }: OpenFile): string {
  return sharedSources.includes(source)
    ? `run "npx --no -- catalog secrets rotate ${source.variable}" and restart, twice, so that the old one no longer counts`
    : `delete ${path} and restart`;
}

function isOpenToOthers(mode: number | null): boolean {
  return mode !== null && (mode & 0o077) !== 0 && process.platform !== 'win32';
}

async function readMode(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function readers({ variable }: SecretSource): readonly Role[] {
  return variable === 'CURSOR_SECRET' ? ['rest'] : ['rest', 'graph', 'webhooks'];
}

/** Whether this process's secrets match the fingerprints in the database; null when they do. */
export async function examineSharedSecrets(
  configuration: Configuration,
  database: Database,
): Promise<DiagnosticCheck | null> {
  for (const source of sharedSources) {
    const { variable } = source;
    if (!readers(source).some((role) => configuration.ROLES.has(role))) continue;
    const kept = await keptSecret(source, configuration);
    const known = await knownValues(database, variable, kept === undefined ? [] : splitValues(kept));
    if (known === null || known[0] === true) continue;
    const check = namedCheck('secrets');
    if (kept === undefined) {
      return check(
        'failed',
        `${variable} is neither given nor in ${join(configuration.DATA_DIR, source.file)}, and the processes of this database share one, so none starts here.`,
        `Set ${variable} to theirs. If it is lost, stop the service and run "npx --no -- catalog secrets forget ${variable}".`,
      );
    }
    return known.includes(true)
      ? check(
          'warning',
          `${variable} has a new first value, which the processes of this database do not use yet.`,
          'Restart them: then it signs, and the others still verify.',
        )
      : check(
          'failed',
          `${variable} is none of those that the processes of this database use, so none starts with it.`,
          `Put the one that was used before behind it (${variable}=new,old). If that is lost, stop the service and run "npx --no -- catalog secrets forget ${variable}".`,
        );
  }
  return null;
}
