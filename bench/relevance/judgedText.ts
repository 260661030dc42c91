/**
 * The judge's own reading of a text. Deliberately not the normaliser under test: lower case, marks off, letters and
 * digits only, nothing folded.
 */
export interface JudgedText {
  readonly key: string;
  /** The key without a leading article. */
  readonly bare: string;
  readonly words: readonly string[];
  /** The words before a colon or a bracket. */
  readonly name: readonly string[];
  /** The key, and the key with the number of a season spelled at its end: texts that share one say the same. */
  readonly readings: readonly string[];
  /** What a second record of the work is called: without the article, the season a bare number, the first none. */
  readonly variants: readonly string[];
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
  const key = words.join('');
  const bare = spaced.replace(/^the /, '').replaceAll(' ', '');
  // A title of signs alone has no key; such titles are told apart as written.
  const readings = key === '' ? [text] : [key, withSeason(spaced, (season) => `#${season}`)];
  const variants = [key, bare, withSeason(spaced, (season) => (season === 1 ? '' : String(season)))];
  return {
    key,
    bare,
    words,
    name: wordsOf(plain.split(/[:(]/)[0] ?? ''),
    readings: [...new Set(readings)],
    variants: [...new Set(variants)].filter((variant) => variant !== ''),
  };
}

function wordsOf(plain: string): string[] {
  return plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
}

/** The key of a text, a season spelled at its end written otherwise. */
function withSeason(spaced: string, write: (season: number) => string): string {
  const written = spaced.replace(SEASON, (_, ...groups: (string | number | undefined)[]) => {
    const number = String(groups.slice(0, 5).find((group) => group !== undefined));
    return write(HAN.includes(number) ? HAN.indexOf(number) : Number(number));
  });
  return written.replaceAll(' ', '');
}
