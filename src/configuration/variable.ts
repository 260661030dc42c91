import { z } from 'zod';

interface VariableRules<Value> {
  /** What would be right, e.g. `a whole number from 0 to 65535`. */
  readonly rule: string;
  /** The value that the text stands for, undefined when the text breaks the rule. */
  readonly read: (text: string) => Value | undefined;
  /** Never repeat the text in a message: it is a secret or may hold one. */
  readonly secret?: boolean;
}

const SHOWN_CHARACTERS = 60;

/** A variable of the environment; surrounding white space does not count. */
export function variable<Value>({ rule, read, secret = false }: VariableRules<Value>) {
  return z
    .string()
    .trim()
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      const found = secret ? 'has a wrong value' : `is ${shown(text)}`;
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
export function wholeNumber(least: number, most: number) {
  return variable({
    rule: `a whole number from ${least} to ${most}`,
    read: (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
  });
}

function shown(text: string): string {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}
