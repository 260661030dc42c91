import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../base/errors.ts';
import { ConfigurationError, type ConfigurationFault } from './configurationError.ts';

/** What the table says of a variable. */
interface Row {
  /** What it does, in a sentence. */
  readonly about: string;
  /** What holds while it is unset, as written for the operator. */
  readonly unset: string;
  /** What it must be. */
  readonly words: string;
  readonly secret: boolean;
}

/** Reads an entry of the table: a rule with a default or without, its description, and perhaps `unset` in words. */
export function readRow(variable: z.core.$ZodType): Row {
  let [inner, unset] = [variable, 'unset'];
  for (; inner instanceof z.ZodOptional || inner instanceof z.ZodPrefault; inner = inner.unwrap()) {
    if (inner instanceof z.ZodPrefault) unset = `\`${inner.def.defaultValue}\``;
  }
  const { description = '', unset: inWords = unset } = z.globalRegistry.get(variable) ?? {};
  const { words, secret } = z.globalRegistry.get(inner) ?? {};
  return { about: description, unset: String(inWords), words: String(words), secret: secret === true };
}

/** The names of the table's variables that may be in files. */
export function secretNames(table: z.ZodObject): string[] {
  return Object.keys(table.shape).filter((name) => readRow(table.shape[name] as z.ZodType).secret);
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of a table; empty or blank ones count as unset. Secrets may be in files (`NAME_FILE`).
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readVariables<Table extends z.ZodObject>(table: Table, environment: Environment): z.output<Table> {
  const result = table.safeParse(withSecretFiles(environment, secretNames(table)));
  if (result.success) return result.data;
  throw new ConfigurationError(
    result.error.issues.map(({ path, message }) => ({ variable: String(path[0]), fault: message })),
  );
}

/** One trailing newline is the editor's. */
const TRAILING_NEWLINE = /\r?\n$/;

/**
 * The variables that are set, with the contents of the files that others name. Empty and blank ones count as unset.
 * @param secrets the names of those that may be in files
 * @throws ConfigurationError for a file that cannot be read or is empty, and for a value given twice
 */
function withSecretFiles(
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
      present[name] = readContent(path);
    } catch (error) {
      faults.push({ variable, fault: (error as Error).message });
    }
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return present;
}

function readContent(path: string): string {
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
