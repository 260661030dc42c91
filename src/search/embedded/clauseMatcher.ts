import type { Clause, WordMatch } from '../plan/clause.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import { matchBag } from './matchBag.ts';
import { matchBeginnings } from './matchBeginnings.ts';
import { PointMarks } from './pointMarks.ts';

type WordsClause = Extract<Clause, { kind: 'words' }>;
type SeriesClause = Extract<Clause, { kind: 'series' }>;
type OrdinalClause = Extract<Clause, { kind: 'ordinal' }>;
type KeyClause = Extract<Clause, { kind: 'term' | 'prefix' | 'fuzzy' }>;

/** Marks the anime that match a clause. Keeps scratch memory between searches. */
export class ClauseMatcher {
  readonly #catalog: IndexedCatalog;
  /** By title: how many of a clause's words it has, counted from that clause's own base. */
  #progress = new Uint32Array(0);
  #base = 0;
  /**
   * By mistyped word: the titles of this search that have one like it. The words of a
   * name are asked for with and without hints.
   */
  readonly #mistyped = new Map<string, readonly number[]>();

  readonly #sums = new PointMarks();

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
        matchBeginnings(this.#catalog, clause, marks);
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

  #matchKeys(clause: KeyClause, marks: PointMarks): void {
    const mark = (anime: number) => marks.mark(anime, clause.points);
    const keys = this.#catalog.keys[clause.field];
    if (clause.kind === 'term') keys.visitKey(clause.value, mark);
    else if (clause.kind === 'prefix') keys.visitPrefix(clause.value, mark);
    else keys.visitWithinEdits(clause.value, clause.edits, mark);
  }

  #matchSeries({ points, trait }: SeriesClause, marks: PointMarks, series: readonly string[]): void {
    const members = new Set<number>();
    for (const key of series) this.#catalog.keys.series.visitKey(key, (anime) => members.add(anime));
    this.#catalog.keys.traits.visitKey(trait, (anime) => {
      if (members.has(anime)) marks.mark(anime, points);
    });
  }

  #matchOrdinal({ points, beginnings, place, without }: OrdinalClause, marks: PointMarks): void {
    const { keys, columns } = this.#catalog;
    const begun = new Set<number>();
    for (const prefix of beginnings) keys.spaced.visitPrefix(prefix, (anime) => begun.add(anime));
    const numbered: number[] = [];
    for (const trait of without) keys.traits.visitKey(trait, (anime) => begun.has(anime) && numbered.push(anime));
    if (numbered.length > 0) return;
    const { format, startDate } = columns.fields;
    const series = [...begun].flatMap((anime) => {
      const [start] = startDate.valuesOf(anime) as readonly string[];
      return start === undefined || !format.valuesOf(anime).includes('tv') ? [] : [{ anime, start }];
    });
    series.sort((a, b) =>
      a.start === b.start ? (this.#catalog.isBefore(a.anime, b.anime) ? -1 : 1) : a.start < b.start ? -1 : 1,
    );
    const found = series[place - 1];
    if (found !== undefined) marks.mark(found.anime, points);
  }

  /** Each word in turn lets through the titles that had all words before it, the rarest words first. */
  #matchWords(clause: WordsClause, marks: PointMarks): void {
    const { classOfTitle } = this.#catalog;
    const animeOfTitle = this.#catalog.titles.owners;
    const { pointsByLength } = clause;
    const mark = (title: number) =>
      marks.mark(animeOfTitle[title] as number, pointsByLength[classOfTitle[title] as number] as number);
    const [only, ...others] = clause.words;
    if (only === undefined) return;
    if (others.length === 0) {
      for (const alternative of only) this.#visitTitles(alternative, mark);
      return;
    }
    const words = clause.words
      .map((alternatives) => ({ alternatives, expense: this.#expense(alternatives) }))
      .sort((a, b) => a.expense - b.expense);
    const base = this.#takeBase(words.length);
    const progress = this.#progress;
    for (let i = 0; i < words.length; i++) {
      const last = i === words.length - 1;
      const before = base + i;
      let passed = 0;
      const pass = (title: number) => {
        const reached = progress[title] as number;
        // A first word starts from anything an earlier clause left behind.
        if (i === 0 ? reached > before : reached !== before) return;
        progress[title] = before + 1;
        passed++;
        if (last) mark(title);
      };
      for (const alternative of words[i]?.alternatives ?? []) this.#visitTitles(alternative, pass);
      if (passed === 0) return;
    }
  }

  /** Room for counts that no earlier clause used. */
  #takeBase(words: number): number {
    const titles = this.#catalog.titles.owners.length;
    if (this.#progress.length < titles) {
      this.#progress = new Uint32Array(titles + (titles >> 2));
      this.#base = 0;
    } else if (this.#base + words + 1 > 0xffffffff) {
      this.#progress.fill(0);
      this.#base = 0;
    }
    const base = this.#base;
    this.#base += words + 1;
    return base;
  }

  #visitTitles(match: WordMatch, visit: (title: number) => void): void {
    const { words } = this.#catalog;
    if (match.kind === 'term') words.visitKey(match.value, visit);
    else if (match.kind === 'prefix') words.visitPrefix(match.value, visit);
    else for (const title of this.#mistypedTitles(match.value, match.edits)) visit(title);
  }

  #mistypedTitles(word: string, edits: 1 | 2): readonly number[] {
    const key = `${edits}${word}`;
    const known = this.#mistyped.get(key);
    if (known !== undefined) return known;
    const titles: number[] = [];
    this.#catalog.words.visitWithinEdits(word, edits, (title) => titles.push(title));
    this.#mistyped.set(key, titles);
    return titles;
  }

  /**
   * Orders a clause's words: terms by how many titles have them, then prefixes and
   * then fuzzy words, of each the shortest last.
   */
  #expense(alternatives: readonly WordMatch[]): number {
    return Math.max(
      ...alternatives.map((match) => {
        if (match.kind === 'term') return this.#catalog.words.count(match.value);
        return match.kind === 'prefix' ? 2e9 - match.value.length : 3e9 - match.value.length;
      }),
    );
  }
}
