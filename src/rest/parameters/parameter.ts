import { z } from 'zod';

/** A parameter's description beside its rule. */
export interface ParameterFacts {
  readonly description: string;
}

interface ParameterRule<Value> extends ParameterFacts {
  /** Ends the sentence "NAME must be …" of a refusal. */
  readonly rule: string;
  /** The parsed value, or null when the text breaks the rule. */
  readonly read: (text: string) => Value | null;
  /** The text's JSON Schema in the description. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A further sentence of a refusal, where the text suggests the mistake. */
  readonly hint?: (text: string) => string | undefined;
}

/** A parameter parsed from text. Its refusals complete a sentence that begins with its name. */
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

/** An optional parameter. */
export function optional<Parameter extends z.ZodType>(inner: Parameter) {
  return inner.optional().meta(descriptionOf(inner));
}

/** A parameter with a default. */
export function withDefault<Parameter extends z.ZodType>(
  inner: Parameter,
  value: z.core.util.NoUndefined<z.output<Parameter>>,
) {
  return inner.default(value).meta({ ...descriptionOf(inner), override: { default: value } });
}

/** For a schema that wraps a parameter: the description shows the parameter only at the outermost schema. */
function descriptionOf(inner: z.ZodType): { description?: string } {
  const { description } = inner.meta() ?? {};
  return description === undefined ? {} : { description };
}

const longestQuote = 80;

function quoted(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}
