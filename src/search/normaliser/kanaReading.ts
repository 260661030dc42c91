import { inKatakana } from './fold.ts';

/** Katakana in Hepburn. */
const morae = table(`
  アa イi ウu エe オo カka キki クku ケke コko ガga ギgi グgu ゲge ゴgo サsa シshi スsu セse ソso ザza ジji
  ズzu ゼze ゾzo タta チchi ツtsu テte トto ダda ヂji ヅzu デde ドdo ナna ニni ヌnu ネne ノno ハha ヒhi
  フfu ヘhe ホho バba ビbi ブbu ベbe ボbo パpa ピpi プpu ペpe ポpo マma ミmi ムmu メme モmo ラra リri ルru
  レre ロro ヤya ユyu ヨyo ワwa ヰi ヱe ヲo ンn ヴvu ヵka ヶke ヮwa`);
const small = table('ァa ィi ゥu ェe ォo ャya ュyu ョyo');
const VOWELS = 'aiueo';

function table(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => [pair.charAt(0), pair.slice(1)]),
  );
}

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
  let reading = '';
  let doubled = false;
  for (const unit of inKatakana(run)) {
    const joining = small.get(unit);
    const mora = morae.get(unit);
    if (joining !== undefined) reading = joined(reading, joining);
    else if (unit === 'ッ') doubled = true;
    else if (mora !== undefined) {
      reading += doubled ? double(mora) : mora;
      doubled = false;
    }
  }
  return reading;
}

/** A small kana modifies the mora before it: kiya → kya, fua → fa, tei → ti; after a like vowel it prolongs it. */
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
