import type { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import { bodyErrors } from './bodyErrors.ts';
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
