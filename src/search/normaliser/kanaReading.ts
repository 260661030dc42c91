/** Katakana by row, in the order a, i, u, e, o; Hepburn. */
const ROWS: readonly (readonly [kana: string, consonant: string])[] = [
  ['アイウエオ', ''],
  ['カキクケコ', 'k'],
  ['ガギグゲゴ', 'g'],
  ['サシスセソ', 's'],
  ['ザジズゼゾ', 'z'],
  ['タチツテト', 't'],
  ['ダヂヅデド', 'd'],
  ['ナニヌネノ', 'n'],
  ['ハヒフヘホ', 'h'],
  ['バビブベボ', 'b'],
  ['パピプペポ', 'p'],
  ['マミムメモ', 'm'],
  ['ラリルレロ', 'r'],
];
const IRREGULAR: Readonly<Record<string, string>> = {
  シ: 'shi',
  ジ: 'ji',
  チ: 'chi',
  ヂ: 'ji',
  ツ: 'tsu',
  ヅ: 'zu',
  フ: 'fu',
  ヤ: 'ya',
  ユ: 'yu',
  ヨ: 'yo',
  ワ: 'wa',
  ヰ: 'i',
  ヱ: 'e',
  ヲ: 'o',
  ン: 'n',
  ヴ: 'vu',
  ヵ: 'ka',
  ヶ: 'ke',
  ヮ: 'wa',
};
const VOWELS = 'aiueo';
const SMALL: Readonly<Record<string, string>> = {
  ァ: 'a',
  ィ: 'i',
  ゥ: 'u',
  ェ: 'e',
  ォ: 'o',
  ャ: 'ya',
  ュ: 'yu',
  ョ: 'yo',
};

const morae = new Map<string, string>();
for (const [row, consonant] of ROWS) {
  for (const [i, kana] of [...row].entries()) morae.set(kana, consonant + VOWELS.charAt(i));
}
for (const [kana, reading] of Object.entries(IRREGULAR)) morae.set(kana, reading);

const HIRAGANA = /[ぁ-ゖ]/g;
const KATAKANA_AFTER_HIRAGANA = 0x60;
/** Ordered, because a run of one kana script is a word. */
const KANA_RUN = /[ぁ-ゖゝゞー]+|[ァ-ヶヽヾー]+/g;
const HAS_KANA = /[ぁ-ゖァ-ヶ]/;

/**
 * A plain text with each run of hiragana or katakana romanised and set apart by spaces ("らき すた" → "raki suta", "進撃の巨人"
 * → "進撃 no 巨人"): Hepburn without the long vowels of ー, which the folds drop elsewhere too.
 */
export function readKana(plain: string): string {
  if (!HAS_KANA.test(plain)) return plain;
  return plain
    .replace(KANA_RUN, (run) => ` ${latin(run)} `)
    .replace(/ +/g, ' ')
    .trim();
}

function latin(run: string): string {
  const kana = run.replace(HIRAGANA, (unit) => String.fromCharCode(unit.charCodeAt(0) + KATAKANA_AFTER_HIRAGANA));
  let reading = '';
  let doubled = false;
  for (const unit of kana) {
    const small = SMALL[unit];
    const mora = morae.get(unit);
    if (small !== undefined) reading = joined(reading, small);
    else if (unit === 'ッ') doubled = true;
    else if (mora !== undefined) {
      reading += doubled ? double(mora) : mora;
      doubled = false;
    }
  }
  return reading;
}

/**
 * A small kana modifies the mora before it: kiya → kya, fua → fa, tei → ti, uie → we; after a like vowel it prolongs
 * it.
 */
function joined(reading: string, small: string): string {
  const before = reading.slice(0, -1);
  const vowel = reading.slice(-1);
  if (!VOWELS.includes(vowel) || reading === '') return reading + small;
  if (small.startsWith('y')) {
    if (vowel !== 'i') return before + small;
    return /(?:sh|ch|j)$/.test(before) ? before + small.slice(1) : before + small;
  }
  if (small === vowel) return reading;
  // Not wo, which is read as the particle.
  if (vowel === 'u' && /(?:^|[aiueo])$/.test(before)) return small === 'o' ? reading + small : `${before}w${small}`;
  return before + small;
}

function double(mora: string): string {
  return (mora.startsWith('ch') ? 't' : mora.charAt(0)) + mora;
}
