import { randomBytes } from 'node:crypto';

/** The previously published index keeps this alias, so that an operator finds it and a rebuild knows not to delete it. */
export function previousAlias(alias: string): string {
  return `${alias}-previous`;
}

/**
 * Every index is written through an alias of its own with `require_alias`: a write to an index that somebody deleted fails,
 * where a write by name would let the server create it anew with a guessed mapping.
 */
export function writeAlias(index: string): string {
  return `${index}-write`;
}

/** A new name, e.g. `anime-catalog-v20240131120000-3f9c2a`; later names sort later. */
export function newIndexName(alias: string, now = new Date()): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `${alias}-v${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Whether a name is one that `newIndexName` gives for this alias: what a wildcard finds may belong to somebody else. */
export function isIndexName(alias: string, name: string): boolean {
  return name.startsWith(`${alias}-v`) && /^\d{14}-[0-9a-f]{6}$/.test(name.slice(alias.length + 2));
}
