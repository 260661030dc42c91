/** The name under which two sources mean the same genre or studio: compatibility-normalised, case-folded, single spaces. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ');
}
