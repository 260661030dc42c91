import { Argument, InvalidArgumentError, Option } from 'commander';
import { parseInstant } from '../../graph/model/time.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { IdKind } from '../../graph/model/vocabulary.ts';
import { ShortId } from './shortId.ts';

/** Ids in the examples of help. */
export const AN_ID = '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';

/** Another one, such as the anime that another becomes. */
export const ANOTHER_ID = '0197f3a2-9d2f-7e4c-8a11-3c7b2d5e6f70';

declare const VALUE: unique symbol;

/** An argument or an option of a command, whose value has this type. */
export type Parameter<Value> = (Argument | Option) & { readonly [VALUE]?: Value };

/** The type of the value, null where it is left out. */
export type ValueOf<Of> = Of extends { readonly [VALUE]?: infer Value } ? Value : never;

/** The type of a value as its parser leaves it; ids are whole when a command runs. */
type Parsed<Value> = Parameter<Exclude<Value, ShortId>>;

type Parser<Value> = (text: string) => Value;

/** An argument that must be given, `[name]` for one that may be. */
export function argument(name: string, about: string): Parameter<string>;
export function argument<Value>(name: string, about: string, parse: Parser<Value>): Parsed<Value>;
export function argument<Value>(name: string, about: string, parse?: Parser<Value>): Parsed<Value> {
  const made = new Argument(name, about);
  return parse === undefined ? made : made.argParser(parse);
}

/** An argument of a few values. */
export function choiceArgument<const Value extends string>(
  name: string,
  about: string,
  values: readonly Value[],
): Parameter<Value> {
  return new Argument(name, about).choices(values);
}

/** An option that is null when it is left out. */
export function option(flags: string, about: string): Parameter<string | null>;
export function option<Value>(flags: string, about: string, parse: Parser<Value>): Parsed<Value | null>;
export function option<Value>(flags: string, about: string, parse?: Parser<Value>): Parsed<Value | null> {
  const made = new Option(flags, about);
  return parse === undefined ? made : made.argParser(parse);
}

/** An option that must be given. */
export function required(flags: string, about: string): Parameter<string>;
export function required<Value>(flags: string, about: string, parse: Parser<Value>): Parsed<Value>;
export function required<Value>(flags: string, about: string, parse?: Parser<Value>): Parsed<Value> {
  const made = new Option(flags, about).makeOptionMandatory();
  return parse === undefined ? made : made.argParser(parse);
}

/** An option of one or several values, `--name <values...>`. */
export function values(flags: string, about: string): Parameter<string[] | null> {
  return new Option(flags, about);
}

/** An option of one or several values that must be given. */
export function requiredValues(flags: string, about: string): Parameter<string[]> {
  return new Option(flags, about).makeOptionMandatory();
}

/** An option with a value when it is left out. */
export function defaulting<Value>(flags: string, about: string, value: Value, parse: Parser<Value>): Parameter<Value> {
  return new Option(flags, about).argParser(parse).default(value);
}

/** An option of a few values. */
export function choiceOption<const Value extends string>(
  flags: string,
  about: string,
  values: readonly Value[],
): Parameter<Value | null> {
  return new Option(flags, about).choices(values);
}

/** An option of a few values, one of which it has when it is left out. */
export function defaultingChoice<const Value extends string>(
  flags: string,
  about: string,
  values: readonly Value[],
  value: NoInfer<Value>,
): Parameter<Value> {
  return new Option(flags, about).choices(values).default(value);
}

/** An option that is refused beside another. */
export function excluding<Value>(other: string, parameter: Parameter<Value>): Parameter<Value> {
  return (parameter as Option).conflicts(other);
}

/** An option without a value. */
export function flag(flags: string, about: string): Parameter<true | null> {
  return new Option(flags, about);
}

/** `--limit`, 25 when left out. */
export function limit(largest: number): Parameter<number> {
  return defaulting('--limit <n>', `how many, 1–${largest}`, 25, (text) => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= largest) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${largest}.`);
  });
}

/** Parses an id of such an object: a UUID, or its last digits, as `catalog review list` prints them. */
export function parseId(...kinds: readonly IdKind[]): Parser<string | ShortId> {
  return (text) => {
    const uuid = parseUuid(text);
    if (uuid !== null) return uuid;
    if (/^[0-9a-f]{6,12}$/i.test(text)) return new ShortId(kinds, text.toLowerCase());
    throw new InvalidArgumentError(`It must be a UUID such as ${AN_ID}, or the last 6 to 12 digits of one.`);
  };
}

/** Parses a whole UUID. */
export function uuid(text: string): string {
  const parsed = parseUuid(text);
  if (parsed !== null) return parsed;
  throw new InvalidArgumentError(`It must be a UUID such as ${AN_ID}.`);
}

/** Parses an instant: in UTC with milliseconds. */
export function instant(text: string): string {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed.toISOString();
  throw new InvalidArgumentError('It must be a time with an explicit offset such as 2027-01-31T00:00:00Z.');
}
