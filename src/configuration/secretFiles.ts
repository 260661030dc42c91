import { readFileSync } from 'node:fs';
import { errorCode } from '../errors.ts';
import { ConfigurationError, type ConfigurationFault } from './configurationError.ts';

/** Secrets, and URLs that may hold a password: `NAME_FILE` names a file that holds the value. */
const SECRETS = [
  'INTERNAL_TOKEN',
  'CURSOR_SECRET',
  'SECRETS_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'ELASTICSEARCH_URL',
  'ELASTICSEARCH_API_KEY',
  'REDIS_URL',
  'PORTAL_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

const fileVariable = (name: string) => `${name}_FILE`;

export const FILE_VARIABLES: readonly string[] = SECRETS.map(fileVariable);

/** One trailing newline is the editor's. */
const TRAILING_NEWLINE = /\r?\n$/;

/**
 * The variables that are set, with the contents of the files that others name. Empty and blank ones count as unset.
 * @param known the names that are read
 * @throws ConfigurationError for a file that cannot be read or is empty, and for a value given twice
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).filter(([, text]) => text !== undefined && text.trim() !== '');
  const present = Object.fromEntries(entries) as Record<string, string>;
  const faults: ConfigurationFault[] = [];
  for (const name of SECRETS.filter((it) => known.includes(it))) {
    const variable = fileVariable(name);
    const path = present[variable]?.trim();
    if (path === undefined) continue;
    try {
      if (present[name] !== undefined) throw new Error(`is set and ${name} too: unset one of them`);
      present[name] = contentOf(path);
    } catch (error) {
      faults.push({ variable, fault: (error as Error).message });
    }
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return present;
}

function contentOf(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(TRAILING_NEWLINE, '');
  } catch (error) {
    const reason = `names ${JSON.stringify(path)}, which cannot be read (${errorCode(error)})`;
    throw new Error(`${reason}: it must be a file that this user can read, with the value alone in it`);
  }
  if (text.trim() !== '') return text;
  throw new Error(`names ${JSON.stringify(path)}, which is empty: it must hold the value`);
}
