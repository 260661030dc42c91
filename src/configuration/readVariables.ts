import { z } from 'zod';
import { ConfigurationError } from './configurationError.ts';
import { withSecretFiles } from './secretFiles.ts';

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
export function rowOf(variable: z.core.$ZodType): Row {
  let [inner, unset] = [variable, 'unset'];
  for (; inner instanceof z.ZodOptional || inner instanceof z.ZodPrefault; inner = inner.unwrap()) {
    if (inner instanceof z.ZodPrefault) unset = `\`${inner.def.defaultValue}\``;
  }
  const { description = '', unset: inWords = unset } = z.globalRegistry.get(variable) ?? {};
  const { words, secret } = z.globalRegistry.get(inner) ?? {};
  return { about: description, unset: String(inWords), words: String(words), secret: secret === true };
}

/** The names of the table's variables that may stand in files. */
export function secretNames(table: z.ZodObject): string[] {
  return Object.keys(table.shape).filter((name) => rowOf(table.shape[name] as z.ZodType).secret);
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of a table; empty or blank ones count as unset. Secrets may stand in files (`NAME_FILE`).
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readVariables<Table extends z.ZodObject>(table: Table, environment: Environment): z.output<Table> {
  const result = table.safeParse(withSecretFiles(environment, secretNames(table)));
  if (result.success) return result.data;
  throw new ConfigurationError(
    result.error.issues.map(({ path, message }) => ({ variable: String(path[0]), fault: message })),
  );
}
