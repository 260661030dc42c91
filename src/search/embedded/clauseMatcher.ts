import { BEGINNINGS_GAP, type Clause, type ClauseOf, type WordMatch } from '../plan/clause.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import { matchBag } from './matchBag.ts';
import type { OwnedTexts } from './ownedTexts.ts';
import { PointMarks } from './pointMarks.ts';

/** Marks the anime that match a clause. Keeps scratch memory between searches. */
export class ClauseMatcher {
  readonly #catalog: IndexedCatalog;
  /** By text: how many of a clause's words it has. */
  readonly #had = new PointMarks();
  readonly #sums = new PointMarks();
  /** By mistyped word: the titles that have one like it. Words of a name are asked for with and without hints. */
  readonly #mistyped = new Map<string, readonly number[]>();

  constructor(catalog: IndexedCatalog) {
    this.#catalog = catalog;
  }

  /** Forgets what was found in the search before. */
  begin(): void {
    this.#mistyped.clear();
  }

  /** @param series the series keys of the lead */
  match(clause: Clause, marks: PointMarks, series: readonly string[]): void {
    switch (clause.kind) {
      case 'words':
        this.#matchWords(clause, marks);
        break;
      case 'beginnings':
        this.#matchBeginnings(clause, marks);
        break;
      case 'bag':
        matchBag(this.#catalog, clause, marks, this.#sums);
        break;
      case 'ordinal':
        this.#matchOrdinal(clause, marks);
        break;
      case 'series':
        this.#matchSeries(clause, marks, series);
        break;
      default:
        this.#matchKeys(clause, marks);
    }
  }

  #matchKeys(clause: ClauseOf<'term' | 'prefix' | 'fuzzy'>, marks: PointMarks): void {
    const mark = (anime: number) => marks.mark(anime, clause.points);
    const keys = this.#catalog.keys[clause.field];
    if (clause.kind === 'term') keys.carriersOf(clause.value).forEach(mark);
    else if (clause.kind === 'prefix') keys.visitPrefix(clause.value, mark);
    else keys.carriersWithin(clause.edits, clause.value).forEach(mark);
  }

  #matchSeries({ points, trait }: ClauseOf<'series'>, marks: PointMarks, series: readonly string[]): void {
    const { keys } = this.#catalog;
    const members = new Set(series.flatMap((key) => keys.series.carriersOf(key)));
    for (const anime of keys.traits.carriersOf(trait)) if (members.has(anime)) marks.mark(anime, points);
  }

  #matchOrdinal({ points, beginnings, place, without }: ClauseOf<'ordinal'>, marks: PointMarks): void {
    const { keys, columns } = this.#catalog;
    const begun = keys.spaced.beginning(beginnings);
    if (without.some((trait) => keys.traits.carriersOf(trait).some((anime) => begun.has(anime)))) return;
    const { format, startDate } = columns.fields;
    const series = [...begun].flatMap((anime) => {
      const [start] = startDate.valuesOf(anime);
      const isSeries = start !== undefined && format.valuesOf(anime).includes('tv');
      return isSeries ? [{ anime, order: `${start}${this.#catalog.idOf(anime)}` }] : [];
    });
    const found = series.sort((a, b) => (a.order < b.order ? -1 : 1))[place - 1];
    if (found !== undefined) marks.mark(found.anime, points);
  }

  #matchWords({ words, pointsByLength }: ClauseOf<'words'>, marks: PointMarks): void {
    const { owners, kept } = this.#catalog.titles;
    this.#visitHaving(this.#catalog.titles, words, (title) =>
      marks.mark(owners[title] as number, pointsByLength[kept[title] as number] as number),
    );
  }

  #matchBeginnings({ points, pieces }: ClauseOf<'beginnings'>, marks: PointMarks): void {
    const { sequences } = this.#catalog;
    const words = pieces.map((value) => [{ kind: 'prefix', value } as const]);
    this.#visitHaving(sequences, words, (sequence) => {
      if (!beginInOrder((sequences.kept[sequence] as string).split(' '), pieces)) return;
      marks.mark(sequences.owners[sequence] as number, points);
    });
  }

  /** Each word in turn lets through the texts that have all words before it, the rarest words first. */
  #visitHaving<Kept>(
    texts: OwnedTexts<Kept>,
    words: readonly (readonly WordMatch[])[],
    visit: (text: number) => void,
  ): void {
    const [only, ...others] = words;
    if (only !== undefined && others.length === 0) {
      for (const alternative of only) this.#visitTexts(texts, alternative, visit);
      return;
    }
    const had = this.#had;
    had.reset(texts.owners.length);
    const ordered = words
      .map((alternatives) => ({ alternatives, expense: this.#expense(texts, alternatives) }))
      .sort((a, b) => a.expense - b.expense);
    for (const [before, { alternatives }] of ordered.entries()) {
      const isLast = before === words.length - 1;
      let passed = false;
      const pass = (text: number) => {
        if (had.pointsOf(text) !== before) return;
        had.mark(text, before + 1);
        passed = true;
        if (isLast) visit(text);
      };
      for (const alternative of alternatives) this.#visitTexts(texts, alternative, pass);
      if (!passed) return;
    }
  }

  #visitTexts<Kept>({ words }: OwnedTexts<Kept>, match: WordMatch, visit: (text: number) => void): void {
    if (match.kind === 'term') words.carriersOf(match.value).forEach(visit);
    else if (match.kind === 'prefix') words.visitPrefix(match.value, visit);
    else this.#mistypedTitles(match.value, match.edits).forEach(visit);
  }

  #mistypedTitles(word: string, edits: 1 | 2): readonly number[] {
    const key = `${edits}${word}`;
    const titles = this.#mistyped.get(key) ?? this.#catalog.titles.words.carriersWithin(edits, word);
    this.#mistyped.set(key, titles);
    return titles;
  }

  /** Terms come by how many texts have them, then prefixes and then fuzzy words, of each the shortest last. */
  #expense<Kept>({ words }: OwnedTexts<Kept>, alternatives: readonly WordMatch[]): number {
    return Math.max(
      ...alternatives.map(({ kind, value }) => {
        if (kind === 'term') return words.carriersOf(value).length;
        return kind === 'prefix' ? 2e9 - value.length : 3e9 - value.length;
      }),
    );
  }
}

/** Whether some stretch of the words, with at most `BEGINNINGS_GAP` others inside, begins with the pieces in order. */
function beginInOrder(words: readonly string[], pieces: readonly string[]): boolean {
  return words.some((_, first) => {
    let piece = 0;
    const end = Math.min(words.length, first + pieces.length + BEGINNINGS_GAP);
    for (let at = first; at < end && piece < pieces.length; at++) {
      if ((words[at] as string).startsWith(pieces[piece] as string)) piece++;
      else if (at === first) return false;
    }
    return piece === pieces.length;
  });
}
