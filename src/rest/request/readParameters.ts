import type { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import { percentDecode } from './requestTarget.ts';

/**
 * The query by the endpoint's schema, refused in the order of docs/decisions.md#order-of-refusals: unknown, then repeated, then invalid.
 * @throws ProblemError
 */
export function readQuery<Schema extends z.ZodObject>(schema: Schema, query: string | null): z.output<Schema> {
  const members = splitQuery(query);
  for (const { name } of members) {
    if (!Object.hasOwn(schema.shape, name)) throw unknownParameter(name, Object.keys(schema.shape));
  }
  const raw = new Map<string, string>();
  for (const { name, rawValue } of members) {
    if (raw.has(name)) {
      throw new ProblemError('repeated_parameter', `${name} stands in the query more than once: send it once.`, {
        parameter: name,
      });
    }
    raw.set(name, rawValue);
  }
  const values: Record<string, string> = {};
  for (const [name, rawValue] of raw) values[name] = decodeValue(name, rawValue.replaceAll('+', ' '));
  return readValues(schema, values);
}

/** The path's parameters by the endpoint's schema. @throws ProblemError invalid_parameter */
export function readPath<Schema extends z.ZodObject>(
  schema: Schema,
  segments: Readonly<Record<string, string>>,
): z.output<Schema> {
  const values: Record<string, string> = {};
  for (const [name, segment] of Object.entries(segments)) values[name] = decodeValue(name, segment);
  return readValues(schema, values);
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

function decodeValue(name: string, raw: string): string {
  try {
    return percentDecode(raw);
  } catch {
    throw new ProblemError('invalid_parameter', `${name} has malformed percent-encoding: it must be %XX, in UTF-8.`, {
      parameter: name,
    });
  }
}

function readValues<Schema extends z.ZodObject>(
  schema: Schema,
  values: Readonly<Record<string, string>>,
): z.output<Schema> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const parameter = String(issue?.path[0] ?? '');
  const rule = Object.hasOwn(values, parameter) ? issue?.message : 'is required.';
  throw new ProblemError('invalid_parameter', `${parameter} ${rule}`, { parameter });
}

function unknownParameter(name: string, known: readonly string[]): ProblemError {
  const remedy = known.length === 0 ? 'This operation takes none.' : `This operation takes ${known.join(', ')}.`;
  return new ProblemError('unknown_parameter', `There is no parameter ${JSON.stringify(name)}. ${remedy}`, {
    parameter: name,
  });
}
