import { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';

/** The parsed values of parameters. */
export type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** The raw parameters of a request. */
export interface RawParameters {
  /** As sent, without the question mark; null without a query. */
  readonly query: string | null;
  /** The path's parameters, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The parameters of an operation: those in its path template come from the path, the others from the query. */
export class OperationParameters<Shape extends z.ZodRawShape> {
  readonly pathParameters: z.ZodObject;
  readonly queryParameters: z.ZodObject;
  readonly #schema: z.ZodObject<Shape>;

  /** @param template e.g. `/v1/anime/{id}` */
  constructor(template: string, shape: Shape) {
    this.#schema = z.object(shape);
    const entries = Object.entries(shape);
    const inPath = ([name]: [string, unknown]) => template.includes(`{${name}}`);
    this.pathParameters = z.object(Object.fromEntries(entries.filter(inPath)));
    this.queryParameters = z.object(Object.fromEntries(entries.filter((entry) => !inPath(entry))));
  }

  /** All parameters, decoded, by name. @throws ProblemError 400 */
  texts({ query, pathParameters }: RawParameters): Record<string, string> {
    return { ...queryTexts(Object.keys(this.queryParameters.shape), query), ...pathParameters };
  }

  /** The parsed values. @throws ProblemError 400 */
  values(request: RawParameters): Values<Shape> {
    return readValues(this.#schema, this.texts(request));
  }
}

/** The query of a request's target as it was sent, without the question mark; null without one. */
export function rawQueryOf(url: string): string | null {
  const mark = url.indexOf('?');
  return mark === -1 ? null : url.slice(mark + 1);
}

/**
 * The query's parameters, decoded, refused in the order of docs/decisions.md#order-of-refusals: unknown, then repeated.
 * @throws ProblemError 400
 */
export function queryTexts(known: readonly string[], query: string | null): Record<string, string> {
  const members = splitQuery(query);
  for (const { name } of members) if (!known.includes(name)) throw unknownParameter(name, known);
  const raw = new Map<string, string>();
  for (const { name, rawValue } of members) {
    if (raw.has(name)) {
      throw new ProblemError('repeated_parameter', `${name} stands in the query more than once: send it once.`, {
        parameter: name,
      });
    }
    raw.set(name, rawValue);
  }
  const texts: Record<string, string> = {};
  for (const [name, rawValue] of raw) texts[name] = decodeValue(name, rawValue.replaceAll('+', ' '));
  return texts;
}

/**
 * The parsed values; parameters outside the schema are left out.
 * @throws ProblemError invalid_parameter
 */
export function readValues<Schema extends z.ZodObject>(
  schema: Schema,
  texts: Readonly<Record<string, string>>,
): z.output<Schema> {
  const result = schema.safeParse(texts);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const parameter = String(issue?.path[0] ?? '');
  const rule = Object.hasOwn(texts, parameter) ? issue?.message : 'is required.';
  throw new ProblemError('invalid_parameter', `${parameter} ${rule}`, { parameter });
}

interface QueryMember {
  readonly name: string;
  /** Percent-encoded, `+` for a space. */
  readonly rawValue: string;
}

function splitQuery(query: string | null): QueryMember[] {
  if (query === null || query === '') return [];
  const members: QueryMember[] = [];
  for (const member of query.split('&')) {
    if (member === '') continue;
    const equals = member.indexOf('=');
    const rawName = equals === -1 ? member : member.slice(0, equals);
    members.push({
      name: percentDecode(rawName.replaceAll('+', ' ')),
      rawValue: equals === -1 ? '' : member.slice(equals + 1),
    });
  }
  return members;
}

/** @throws ProblemError invalid_request, when the text is not percent-encoded UTF-8 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ProblemError('invalid_request', 'The percent-encoding is malformed: it must be %XX, in UTF-8.');
  }
}

function decodeValue(name: string, raw: string): string {
  try {
    return percentDecode(raw);
  } catch {
    throw new ProblemError('invalid_parameter', `${name} has malformed percent-encoding: it must be %XX, in UTF-8.`, {
      parameter: name,
    });
  }
}

function unknownParameter(name: string, known: readonly string[]): ProblemError {
  const remedy = known.length === 0 ? 'This operation takes none.' : `This operation takes ${known.join(', ')}.`;
  return new ProblemError('unknown_parameter', `There is no parameter ${JSON.stringify(name)}. ${remedy}`, {
    parameter: name,
  });
}
