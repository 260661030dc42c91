/** The key of a genre or studio across sources: compatibility-normalised, case-folded, single spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/**
 * The name by which records mean a genre or studio: its own, or its key where the name was changed by hand, because
 * sources still mean the same by it.
 */
export function nameInRecords(name: string, key: string): string {
  return nameKey(name) === key ? name : key;
}
