const MIN_LETTERS = 5;
const MAX_LETTERS = 14;
const LATIN = /^[a-z0-9]+$/;

/** Prefixes of keys in Latin letters, for half-typed text with a typing error. */
export function openings(keys: readonly string[]): string[] {
  const all = new Set<string>();
  for (const key of keys) {
    if (!LATIN.test(key)) continue;
    for (let end = MIN_LETTERS; end <= Math.min(MAX_LETTERS, key.length - 1); end++) all.add(key.slice(0, end));
  }
  return [...all];
}

/** Whether a folded text can be such a prefix with one error. */
export function isOpening(folded: string): boolean {
  return LATIN.test(folded) && folded.length >= MIN_LETTERS && folded.length <= MAX_LETTERS;
}
