import type { z } from 'zod';
import { jsonPointer } from '../../graph/model/jsonPointer.ts';
import { type BodyError, ProblemError } from '../problem/problemError.ts';
import type { BodyRule } from './readBody.ts';

/** The body of an operation, and how it is read. */
export interface BodyKind<Value> {
  /** Null when the body is ignored. */
  readonly rule: (BodyRule & { readonly schema: z.ZodType }) | null;
  /** @param body parses it as JSON within the rule @throws ProblemError 415, 413, 400 or 422 */
  read(body: (rule: BodyRule) => Promise<unknown>): Promise<Value>;
}

/** Default limit: larger bodies are refused. */
const standardLimit = 16 * 1024;

/** No body; one that is sent is ignored. */
export const noBody: BodyKind<null> = { rule: null, read: async () => null };

/** A JSON body with a schema; a strict one refuses unknown members. */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  { limit = standardLimit, mediaTypes = ['application/json'] }: Partial<BodyRule> = {},
): BodyKind<z.output<Schema>> {
  const rule = { limit, mediaTypes, schema };
  return { rule, read: async (body) => parseBody(schema, await body(rule)) };
}

/** @throws ProblemError invalid_body with every member at fault */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const errors = bodyErrors(result.error.issues);
  const sentences = errors.map(({ pointer, detail }) => `${pointer === '' ? 'The body' : pointer} ${detail}`);
  throw new ProblemError('invalid_body', sentences.join(' '), { errors });
}

/** The faults of a body, at most one per place. */
function bodyErrors(issues: readonly z.core.$ZodIssue[]): readonly BodyError[] {
  const found = new Map<string, BodyError>();
  for (const error of issues.flatMap(errorsOf)) if (!found.has(error.pointer)) found.set(error.pointer, error);
  return [...found.values()];
}

function errorsOf(issue: z.core.$ZodIssue): BodyError[] {
  const pointer = jsonPointer(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: jsonPointer([...issue.path, key]),
      detail: 'is not a member that this operation knows.',
    }));
  }
  return [{ pointer, detail: rule(issue) }];
}

/** Completes the sentence that begins with the member's pointer. */
function rule(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required.' : `must be ${withArticle(issue.expected)}.`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `must have ${bound(issue.origin, 'at least', issue.minimum)}.`;
    case 'too_big':
      return `must have ${bound(issue.origin, 'at most', issue.maximum)}.`;
    case 'custom':
      return issue.message;
    default:
      return `breaks a rule: ${issue.message}.`;
  }
}

function bound(origin: string, direction: string, limit: number | bigint): string {
  const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', object: 'member' };
  const unit = units[origin];
  if (unit === undefined) return `a value of ${direction} ${limit}`;
  return `${direction} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
