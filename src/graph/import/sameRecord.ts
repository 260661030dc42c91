import { definedMembers } from './definedMembers.ts';

/**
 * Whether two records say the same. Records are compared member by member in a stable order: PostgreSQL's jsonb keeps none.
 */
export function sameRecord(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameRecord(item, b[i]))
    );
  }
  const left = definedMembers(a as Record<string, unknown>);
  const right = definedMembers(b as Record<string, unknown>);
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && sameRecord(left[name], right[name]))
  );
}
