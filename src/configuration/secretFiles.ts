import { readFileSync } from 'node:fs';
import { errorCode } from '../errors.ts';
import { ConfigurationError, type ConfigurationFault } from './configurationError.ts';

/** One trailing newline is the editor's. */
const TRAILING_NEWLINE = /\r?\n$/;

/**
 * The variables that are set, with the contents of the files that others name. Empty and blank ones count as unset.
 * @param secrets the names of those that may stand in files
 * @throws ConfigurationError for a file that cannot be read or is empty, and for a value given twice
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).filter(([, text]) => text !== undefined && text.trim() !== '');
  const present = Object.fromEntries(entries) as Record<string, string>;
  const faults: ConfigurationFault[] = [];
  for (const name of secrets) {
    const variable = `${name}_FILE`;
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
