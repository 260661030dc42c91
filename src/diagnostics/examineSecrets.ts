import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import { cursorSecretSource, internalTokenSource } from '../configuration/secrets.ts';
import { errorCode } from '../errorCode.ts';
import type { DiagnosticCheck } from '../graph/diagnostics/port.ts';

/** Where the secrets come from, and whether others on this machine can read those in DATA_DIR. */
export async function examineSecrets(configuration: Configuration): Promise<DiagnosticCheck> {
  const facts: string[] = [];
  const open: string[] = [];
  const missing: string[] = [];
  for (const source of [internalTokenSource, cursorSecretSource]) {
    if (source.given(configuration) !== null) {
      facts.push(`${source.variable} is given`);
      continue;
    }
    const path = join(configuration.dataDir, source.file);
    const mode = await modeOf(path);
    if (mode === null) missing.push(path);
    else if ((mode & 0o077) !== 0 && process.platform !== 'win32') open.push(path);
    else facts.push(`${source.variable} is kept in ${path}`);
  }
  if (open.length > 0) {
    return {
      name: 'secrets',
      status: 'warning',
      detail: `Others on this machine can read ${open.join(' and ')}.`,
      remedy: `Run "chmod 600 ${open.join(' ')}"; if somebody may have read them, delete them and start again.`,
    };
  }
  const detail = [...facts, ...missing.map((path) => `${path} is not there (this process did not need it)`)];
  return { name: 'secrets', status: 'ok', detail: `${detail.join('; ')}.`, remedy: null };
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
