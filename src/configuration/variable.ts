import { z } from 'zod';
import { ConfigurationError } from './configurationError.ts';
import { withSecretFiles } from './secretFiles.ts';

interface VariableRules<Value> {
  /** The rule in words, e.g. `a whole number from 0 to 65535`. */
  readonly rule: string;
  /** The parsed value; undefined when the text breaks the rule. */
  readonly read: (text: string) => Value | undefined;
  /** The value may be secret: messages never repeat it. */
  readonly secret?: boolean;
  /** Whether control characters are a part of the value, such as the line breaks of `openssl rand -base64`. */
  readonly anyCharacters?: boolean;
}

const SHOWN_CHARACTERS = 60;

/** Line breaks among them: a URL parser drops those, and joins what stands before and after. */
const CONTROLS = /\p{Cc}/u;

/** A variable of the environment; surrounding white space is ignored. */
export function variable<Value>({ rule, read, secret = false, anyCharacters = false }: VariableRules<Value>) {
  return z
    .string()
    .trim()
    .transform((text, context): Value => {
      const isBroken = !anyCharacters && CONTROLS.test(text);
      const value = isBroken ? undefined : read(text);
      if (value !== undefined) return value;
      const inside = isBroken ? ', with a line break or another control character in it' : '';
      const found = secret ? `has a wrong value${inside}` : `is ${shown(text)}`;
      context.addIssue({ code: 'custom', message: `${found}: it must be ${rule}` });
      return z.NEVER;
    });
}

export function choice<const Choice extends string>(...choices: readonly Choice[]) {
  return variable({
    rule: choices.join(' or '),
    read: (text) => choices.find((choice) => choice === text),
  });
}

/** A whole number in decimal digits, both bounds allowed. */
export function wholeNumber(least: number, most: number, { of = '', meaning = '' } = {}) {
  return variable({
    rule: `a whole number${of} from ${least} to ${most}${meaning}`,
    read: (text) => {
      const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  });
}

/** How long something is kept; 0: forever. */
export function retentionDays(least: number) {
  const days = wholeNumber(least, 3_650);
  return variable({
    rule: `0 (for ever) or a whole number of days from ${least} to 3650`,
    read: (text) => (text === '0' ? 0 : days.safeParse(text).data),
  });
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables of a schema; empty or blank ones count as unset. Secrets may stand in files (`NAME_FILE`).
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readVariables<Schema extends z.ZodObject>(schema: Schema, environment: Environment): z.output<Schema> {
  const result = schema.safeParse(withSecretFiles(environment, Object.keys(schema.shape)));
  if (result.success) return result.data;
  throw new ConfigurationError(
    result.error.issues.map(({ path, message }) => ({ variable: String(path[0]), fault: message })),
  );
}

function shown(text: string): string {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}
