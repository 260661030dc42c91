/**
 * The judge's own reading of a text. Deliberately not the normaliser under test: lower case, marks off, letters and digits only,
 * nothing folded.
 */
export interface JudgedText {
  readonly key: string;
  readonly words: readonly string[];
  /** The words before a colon or a bracket. */
  readonly name: readonly string[];
  /** `key`, and the keys without a leading article and with a closing season as its number, the first as none. */
  readonly forms: readonly string[];
}

const SEASON =
  /(?:season ?(\d+)|\b(\d+)(?:st|nd|rd|th) season|\bs(\d+)|第 ?(\d+|[一二三四五六七八九]) ?[期季]|(?<!\d)(\d+) ?[期季])$/u;
const HAN = '〇一二三四五六七八九';

export function judgedText(text: string): JudgedText {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’]/g, '');
  const words = wordsOf(plain);
  const spaced = words.join(' ');
  const forms = [spaced, spaced.replace(/^the /, ''), spaced.replace(SEASON, seasonNumber)];
  const keys = forms.map((form) => form.replaceAll(' ', ''));
  const name = wordsOf(plain.split(/[:(]/)[0] ?? '');
  return { key: words.join(''), words, name, forms: [...new Set(keys)].filter((key) => key !== '') };
}

function wordsOf(plain: string): string[] {
  return plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
}

function seasonNumber(_: string, ...groups: (string | number | undefined)[]): string {
  const number = String(groups.slice(0, 5).find((group) => group !== undefined));
  const value = HAN.includes(number) ? HAN.indexOf(number) : Number(number);
  return value === 1 ? '' : String(value);
}

/** A leading article may be left out, as catalogues and people do. */
export function beginsWith({ key }: JudgedText, { forms }: JudgedText): boolean {
  return forms.some((form) => form.startsWith(key));
}
