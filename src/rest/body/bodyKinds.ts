import type { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';
import { bodyErrors } from './bodyErrors.ts';
import type { BodyRule } from './readBody.ts';

/** What an operation takes as a body, and how it is read. */
export interface BodyKind<Value> {
  /** Null when a body is ignored. */
  readonly rule: (BodyRule & { readonly schema: z.ZodType }) | null;
  /** @param body reads it as JSON by a rule @throws ProblemError 415, 413, 400 or 422 */
  read(body: (rule: BodyRule) => Promise<unknown>): Promise<Value>;
}

/** Bodies larger than 16 kB are refused unless an operation says otherwise. */
const standardLimit = 16 * 1024;

/** No body: one that is sent is ignored. */
export const noBody: BodyKind<null> = { rule: null, read: async () => null };

/** JSON by a schema, which refuses unknown members when it is strict. */
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
