/** The key of a genre or studio across sources: compatibility-normalised, case-folded, single spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ');
}
