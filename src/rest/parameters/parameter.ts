import { z } from 'zod';

/** What the description says of a parameter beside its rule. */
export interface ParameterFacts {
  readonly description: string;
}

interface ParameterRule<Value> extends ParameterFacts {
  /** Ends the sentence "NAME must be …" of a refusal. */
  readonly rule: string;
  /** The value that the text stands for, or null when it breaks the rule. */
  readonly read: (text: string) => Value | null;
  /** How the description's JSON Schema shows the text. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A further sentence of a refusal, where the text hints at what went wrong. */
  readonly hint?: (text: string) => string | undefined;
}

/** A parameter read from text. Its refusals complete the sentence that begins with the parameter's name. */
export function parameter<Value>(definition: ParameterRule<Value>) {
  const { rule, read, hint } = definition;
  return z
    .string()
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== null) return value;
      const further = hint?.(text);
      context.issues.push({
        code: 'custom',
        input: text,
        message: `must be ${rule}; got ${quoted(text)}.${further === undefined ? '' : ` ${further}`}`,
      });
      return z.NEVER;
    })
    .meta({
      description: definition.description,
      override: { ...definition.schema },
    });
}

/** A parameter that may be left out. */
export function optional<Parameter extends z.ZodType>(inner: Parameter) {
  return inner.optional().meta(descriptionOf(inner));
}

/** A parameter that means `value` when it is left out. */
export function withDefault<Parameter extends z.ZodType>(
  inner: Parameter,
  value: z.core.util.NoUndefined<z.output<Parameter>>,
) {
  return inner.default(value).meta({ ...descriptionOf(inner), override: { default: value } });
}

/** For the schema that wraps a parameter: only at the outermost one the interface's description shows it. */
function descriptionOf(inner: z.ZodType): { description?: string } {
  const { description } = inner.meta() ?? {};
  return description === undefined ? {} : { description };
}

const longestQuote = 80;

function quoted(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}
