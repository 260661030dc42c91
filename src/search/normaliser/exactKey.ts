/**
 * Longest key in UTF-16 units. A query of 200 code points stays below it even where NFKC turns one character into 18, so a
 * cut title never equals a query; and three bytes a unit stay below Elasticsearch's 32,766 bytes a term.
 */
export const MAX_KEY_LENGTH = 4096;

/** Longest word in UTF-16 units: Lucene's whitespace tokenizer splits longer ones. */
export const MAX_WORD_LENGTH = 255;

/** Cuts to `length` UTF-16 units without leaving half a surrogate pair. */
export function cutKey(key: string, length = MAX_KEY_LENGTH): string {
  if (key.length <= length) return key;
  const cut = key.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * The key of an exact hit: NFKC, lower case, white space and control characters as single spaces, invisible format characters
 * out. Punctuation, marks and emoji stay: what has no letters is found by this key alone. A lone surrogate counts as U+FFFD.
 */
export function exactKey(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  const lower = wellFormed.normalize('NFKC').toLowerCase().normalize('NFKC');
  return lower
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
