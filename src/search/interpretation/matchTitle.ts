import { editDistance } from '../../base/editDistance.ts';
import type { TextRange } from '../../graph/search/queryReading.ts';
import { fold } from '../normaliser/fold.ts';
import { type PlacedWord, placedWords } from './placedWords.ts';

/** What a title has of a query. */
export interface MatchedWords {
  /** UTF-16 units, ascending and apart. */
  readonly ranges: readonly TextRange[];
  /** The words that the title has. */
  readonly found: ReadonlySet<PlacedWord>;
  /** Those that it has with other letters. */
  readonly corrected: ReadonlyMap<PlacedWord, string>;
  /** Whether it has them by initials, beginnings of its words or nearly all of its letters alone. */
  readonly isContracted: boolean;
}

type Places = readonly TextRange[];

/** Fewer letters of a word are found only as its beginning. */
const LEAST_LETTERS = { oneEdit: 4, twoEdits: 5 } as const;
const LONGEST_CONTRACTION = 12;
/** With more words missing the title is another one. */
const MOST_MISTYPED = 6;
/** Most words between those of a contraction. */
const GAP = 6;

/** Finds the words of a query in one title: as written, folded, romanised, joined, begun, mistyped or contracted. */
export function matchTitle(query: readonly PlacedWord[], title: string): MatchedWords {
  const words = placedWords(title);
  const corrected = new Map<PlacedWord, string>();
  const whole = joined(query.map(({ folded }) => folded).join(''), words);
  if (whole !== undefined) return { ranges: merged(whole), found: new Set(query), corrected, isContracted: false };
  const places = new Map(query.map((word) => [word, placesOf(word, words)]));
  const missing = query.filter((word) => places.get(word) === undefined);
  for (const word of missing.length > MOST_MISTYPED ? [] : missing) {
    const meant = words.find((candidate) => isMistyped(word.plain, candidate.plain));
    if (meant === undefined) continue;
    places.set(word, [meant]);
    corrected.set(word, meant.written);
  }
  const found = new Set(query.filter((word) => places.get(word) !== undefined));
  if (found.size > 0) {
    const ranges = merged([...places.values()].flatMap((at) => at ?? []));
    return { ranges, found, corrected, isContracted: false };
  }
  const typed = lettersOf(query);
  const pieces = contracted(typed, words) ?? (isMistyped(typed, lettersOf(words)) ? words : []);
  return { ranges: merged(pieces), found: new Set(pieces.length > 0 ? query : []), corrected, isContracted: true };
}

function lettersOf(words: readonly PlacedWord[]): string {
  return words.map(({ plain }) => plain).join('');
}

function placesOf(word: PlacedWord, words: readonly PlacedWord[]): Places | undefined {
  const isSame = ({ folded, read }: PlacedWord) => folded === word.folded || read === word.read;
  if (words.some(isSame)) return words.filter(isSame);
  return word.cjk ? within(word.folded, words) : joined(word.folded, words);
}

/** Neighbouring words whose letters together are the text, or begin with it. */
function joined(text: string, words: readonly PlacedWord[]): Places | undefined {
  if (text === '') return undefined;
  let begun: Places | undefined;
  for (let from = 0; from < words.length; from++) {
    let letters = '';
    for (let to = from; to < words.length && letters.length < text.length; to++) {
      const word = words[to] as PlacedWord;
      const before = letters.length;
      letters += word.folded;
      if (!letters.startsWith(text) && !text.startsWith(letters)) break;
      if (letters.length < text.length) continue;
      const last = letters.length === text.length ? word : begunBy(word, text.slice(before));
      const at = [...words.slice(from, to), last];
      if (letters.length === text.length) return at;
      begun ??= at;
    }
  }
  return begun ?? (words.some(({ cjk }) => cjk) ? within(text, words) : undefined);
}

/** The beginning of a word that the folded text is of. */
function begunBy({ start, end, written }: PlacedWord, folded: string): TextRange {
  for (let length = 1; length < written.length; length++) {
    if (fold(written.slice(0, length).toLowerCase()).length >= folded.length) return { start, end: start + length };
  }
  return { start, end };
}

/** Han and kana inside a run. */
function within(folded: string, words: readonly PlacedWord[]): Places | undefined {
  for (const { start, written, cjk } of words) {
    const characters = cjk ? [...written] : [];
    for (const from of characters.keys()) {
      let letters = '';
      for (let to = from; to < characters.length && folded.startsWith(letters); to++) {
        letters += fold(characters[to] as string);
        if (letters !== folded) continue;
        const before = start + characters.slice(0, from).join('').length;
        return [{ start: before, end: before + characters.slice(from, to + 1).join('').length }];
      }
    }
  }
  return undefined;
}

/** One error in four letters or more, two in five: whether an error was forgiven is known. */
function isMistyped(typed: string, meant: string): boolean {
  const least = Math.min(typed.length, meant.length);
  // Hardly anybody mistypes both of the first letters, and distances are dear.
  if (typed[0] !== meant[0] && typed[1] !== meant[1] && typed[0] !== meant[1] && typed[1] !== meant[0]) return false;
  const edits = least >= LEAST_LETTERS.twoEdits ? 2 : least >= LEAST_LETTERS.oneEdit ? 1 : 0;
  return edits > 0 && Math.abs(typed.length - meant.length) <= edits && editDistance(typed, meant) <= edits;
}

/** Beginnings of words in order, initials among them, that together are the text. */
function contracted(text: string, words: readonly PlacedWord[]): Places | undefined {
  // A text that repeats itself would be split in too many ways.
  const hopeless = new Set<number>();
  const from = (at: number, rest: string): TextRange[] | undefined => {
    if (rest === '') return [];
    const place = at * (LONGEST_CONTRACTION + 1) + rest.length;
    if (hopeless.has(place)) return undefined;
    hopeless.add(place);
    for (let next = at; next < words.length && (at === 0 || next <= at + GAP); next++) {
      const { plain, start } = words[next] as PlacedWord;
      let length = 0;
      while (length < Math.min(plain.length, rest.length) && plain[length] === rest[length]) length++;
      for (; length > 0; length--) {
        const others = from(next + 1, rest.slice(length));
        if (others !== undefined) return [{ start, end: start + length }, ...others];
      }
    }
    return undefined;
  };
  return text.length > LONGEST_CONTRACTION ? undefined : from(0, text);
}

function merged(places: Places): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { start, end } of [...places].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) ranges[ranges.length - 1] = { ...last, end: Math.max(last.end, end) };
    else ranges.push({ start, end });
  }
  return ranges;
}
