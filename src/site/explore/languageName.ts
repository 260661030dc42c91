const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language in English: `ja-Latn` is "Japanese (Latin)". @param tag BCP 47; null when unknown */
export function languageName(tag: string | null): string {
  if (tag === null) return 'language unknown';
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
