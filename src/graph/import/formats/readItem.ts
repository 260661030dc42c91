import type { z } from 'zod';
import { firstFault } from '../validateRecord.ts';

/**
 * An item of another format that cannot be read; `pointer` is the JSON pointer (RFC 6901) of its fault, null for the
 * whole item.
 */
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
  const { name, message, pointer } = firstFault(result.error);
  throw new ItemError(`${name ?? 'the item'}: ${message}`, pointer);
}
