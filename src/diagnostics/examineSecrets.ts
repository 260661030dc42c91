import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import { internalTokenSource, type SecretSource, sharedSources } from '../configuration/secrets.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';
import { errorCode } from '../thrown/errorCode.ts';

/** Where the secrets come from, and whether others on this machine can read those in DATA_DIR, or the embedded database. */
export async function examineSecrets(configuration: Configuration): Promise<DiagnosticCheck> {
  const facts: string[] = [];
  const open: OpenFile[] = [];
  const missing: string[] = [];
  for (const source of [internalTokenSource, ...sharedSources]) {
    if (source.given(configuration) !== null) {
      facts.push(`${source.variable} is given`);
      continue;
    }
    const path = join(configuration.dataDir, source.file);
    const mode = await modeOf(path);
    if (mode === null) missing.push(path);
    else if (isOpenToOthers(mode)) open.push({ source, path });
    else facts.push(`${source.variable} is kept in ${path}`);
  }
  const database = join(configuration.dataDir, 'database');
  const databaseIsOpen = configuration.databaseUrl === null && isOpenToOthers(await modeOf(database));
  if (open.length > 0 || databaseIsOpen) {
    const files = open.map(({ path }) => path);
    const orders = [
      ...(files.length > 0 ? [`"chmod 600 ${files.join(' ')}"`] : []),
      ...(databaseIsOpen ? [`"chmod 700 ${database}"`] : []),
    ];
    const renewals = open.length > 0 ? [`If somebody may have read them: ${open.map(renewalOf).join('; ')}.`] : [];
    return {
      name: 'secrets',
      status: 'warning',
      detail: `Others on this machine can read ${[...files, ...(databaseIsOpen ? [database] : [])].join(' and ')}.`,
      remedy: [`Run ${orders.join(' and ')}.`, ...renewals].join(' '),
    };
  }
  const detail = [...facts, ...missing.map((path) => `${path} is not there (this process did not need it)`)];
  return { name: 'secrets', status: 'ok', detail: `${detail.join('; ')}.`, remedy: null };
}

interface OpenFile {
  readonly source: SecretSource;
  readonly path: string;
}

/** A shared secret that is simply deleted would keep every process from starting. */
function renewalOf({ source, path }: OpenFile): string {
  return sharedSources.includes(source)
    ? `run "npx --no -- catalog secrets rotate ${source.variable}" and restart, twice, so that the old one no longer counts`
    : `delete ${path} and restart`;
}

function isOpenToOthers(mode: number | null): boolean {
  return mode !== null && (mode & 0o077) !== 0 && process.platform !== 'win32';
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
