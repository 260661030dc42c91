import type { z } from 'zod';
import { phraseMessage } from '../phraseMessage.ts';

/** An item of another format that cannot be read: what is wrong, and where (a JSON pointer, RFC 6901; null = the whole item). */
export class ItemError extends Error {
  override readonly name = 'ItemError';
  readonly pointer: string | null;

  constructor(reason: string, pointer: string | null) {
    super(reason);
    this.pointer = pointer;
  }
}

/** @throws ItemError naming the first member that does not fit */
export function readItem<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  const at = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const name = path.length === 0 ? 'the item' : path.join('.');
  throw new ItemError(`${name}: ${phraseMessage(issue?.message ?? 'is invalid')}`, at === '' ? null : at);
}
