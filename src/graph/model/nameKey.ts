/**
 * The key of a genre or studio across sources: compatibility-normalised, case-folded, with one space for spaces and
 * hyphens, because `Sci Fi` is `Sci-Fi`.
 */
export function nameKey(name: string): string {
  const text = name.normalize('NFKC').toLowerCase().trim();
  return text.replace(/[\s\p{Pd}]+/gu, ' ').trim() || text;
}

/**
 * The name by which records mean a genre or studio: its own, or its key where the name was changed by hand, because
 * sources still mean the same by it.
 */
export function nameInRecords(name: string, key: string): string {
  return nameKey(name) === key ? name : key;
}
