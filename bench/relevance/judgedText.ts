/**
 * The judge's own reading of a text. Deliberately not the normaliser under test: lower case, marks off, letters and digits only,
 * nothing folded.
 */
export interface JudgedText {
  readonly key: string;
  readonly words: readonly string[];
}

export function judgedText(text: string): JudgedText {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’]/g, '');
  const words = plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  return { key: words.join(''), words };
}
