import { createHash } from 'node:crypto';

/** A short name of a value that stays the same as long as the value does. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
}
