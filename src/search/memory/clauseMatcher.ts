import { continuingKeys, otherNames } from '../normaliser/titleKeys.ts';
import type { Clause, ClauseOf, KeyClause, WordMatch } from '../plan/clause.ts';
import { SHORT_FORMS } from '../plan/indexedKeys.ts';
import { placeInSeries, type SeriesMember } from '../plan/placeInSeries.ts';
import { beginningsWith, countedNames, scoreWords } from '../plan/scoreWords.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { KeyPostings } from './keyPostings.ts';
import type { OwnedTexts } from './ownedTexts.ts';
import { PointMarks } from './pointMarks.ts';

/** Marks the anime that match a clause. Keeps scratch memory between searches. */
export class ClauseMatcher {
  readonly #catalog: IndexedCatalog;
  /** By text: how many of a clause's words it has. */
  readonly #had = new PointMarks();
  readonly #sums = new PointMarks();
  /** What has a key or word like a mistyped one, by field and that. Names are asked for with and without hints. */
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
      case 'together':
        this.#matchTogether(clause, marks);
        break;
      case 'bag':
        this.#matchBag(clause, marks);
        break;
      case 'names':
        for (const name of countedNames(clause, this.#catalog.frequencies, ({ match }) => this.#isHeld(match))) {
          this.#matchKeys(name, marks);
        }
        break;
      case 'ordinal':
        this.#matchOrdinal(clause, marks);
        break;
      case 'namesake':
        for (const key of otherNames(clause.key, series)) {
          for (const anime of this.#catalog.keys.folded.carriersOf(key)) marks.mark(anime, clause.points);
        }
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
    if (clause.kind === 'term') keys.carriersOf(clause.value).forEach(mark);
    else if (clause.kind === 'prefix') keys.visitPrefix(clause.value, mark);
    else this.#within(clause.field, keys, clause.edits, clause.value).forEach(mark);
  }

  #isHeld({ kind, field, value }: KeyClause): boolean {
    const keys = this.#catalog.keys[field];
    return (kind === 'term' ? keys.carriersOf(value) : this.#within(field, keys, 1, value)).length > 0;
  }

  #matchSeries({ points, trait }: ClauseOf<'series'>, marks: PointMarks, series: readonly string[]): void {
    const { keys } = this.#catalog;
    const members = new Set(continuingKeys(series).flatMap((key) => keys.series.carriersOf(key)));
    for (const anime of keys.traits.carriersOf(trait)) if (members.has(anime)) marks.mark(anime, points);
  }

  #matchOrdinal(clause: ClauseOf<'ordinal'>, marks: PointMarks): void {
    const { keys, columns } = this.#catalog;
    const { format, startDate, episodes } = columns.fields;
    const series = new Map<string, number>();
    const members = [...keys.spaced.beginning(clause.beginnings)].flatMap((anime): SeriesMember[] => {
      const [date] = startDate.valuesOf(anime);
      if (date === undefined || !format.valuesOf(anime).includes('tv')) return [];
      const id = this.#catalog.idOf(anime);
      series.set(id, anime);
      const { traits, spaced } = this.#catalog.keysOf(anime);
      return [
        {
          id,
          startDate: String(date),
          base: columns.baseScores[anime] as number,
          traits,
          spaced,
          episodes: (episodes.valuesOf(anime)[0] as number | undefined) ?? null,
        },
      ];
    });
    const found = series.get(placeInSeries(members, clause) ?? '');
    if (found !== undefined) marks.mark(found, clause.points);
  }

  #matchTogether({ points, words, short }: ClauseOf<'together'>, marks: PointMarks): void {
    const { keys } = this.#catalog;
    const shortened = short === undefined ? [] : SHORT_FORMS.flatMap((field) => keys[field].carriersOf(short));
    const [first, ...others] = [
      ...(short === undefined ? [] : [new Set(shortened)]),
      ...words.map((word) => this.#catalog.having(word)),
    ].sort((a, b) => a.size - b.size);
    for (const anime of first ?? []) if (others.every((having) => having.has(anime))) marks.mark(anime, points);
  }

  /** Marks the anime whose titles together have enough of the words. */
  #matchBag(clause: ClauseOf<'bag'>, marks: PointMarks): void {
    const { keys, capacity } = this.#catalog;
    const sums = this.#sums;
    const having = new Map(clause.words.map((word) => [word, this.#catalog.having(word)]));
    const bag = scoreWords(clause, { anime: this.#catalog.size, of: (word) => having.get(word)?.size ?? 0 });
    if (bag === undefined) return;
    sums.reset(capacity);
    for (const { word, points } of bag.words) {
      for (const anime of having.get(word) ?? []) sums.mark(anime, sums.pointsOf(anime) + points);
    }
    const enough: number[] = [];
    sums.visit((anime) => {
      if (sums.pointsOf(anime) >= bag.least) enough.push(anime);
    });
    for (const { word, begun } of bag.words) {
      for (const anime of keys.spaced.beginning(beginningsWith(word))) sums.lift(anime, begun);
    }
    for (const anime of enough) marks.mark(anime, clause.points + sums.pointsOf(anime));
  }

  #matchWords({ words, pointsByLength }: ClauseOf<'words'>, marks: PointMarks): void {
    const { owners, kept } = this.#catalog.titles;
    this.#visitHaving(this.#catalog.titles, words, (title) =>
      marks.mark(owners[title] as number, pointsByLength[kept[title] as number] as number),
    );
  }

  #matchBeginnings({ points, pieces, gap }: ClauseOf<'beginnings'>, marks: PointMarks): void {
    const { sequences } = this.#catalog;
    const words = pieces.map((value) => [{ kind: 'prefix', value } as const]);
    this.#visitHaving(sequences, words, (sequence) => {
      if (!beginInOrder((sequences.kept[sequence] as string).split(' '), pieces, gap)) return;
      marks.mark(sequences.owners[sequence] as number, points);
    });
  }

  /** Each word in turn lets through the texts that have all words before it, the rarest words first. */
  #visitHaving<Kept>(
    texts: OwnedTexts<Kept>,
    words: readonly (readonly WordMatch[])[],
    visit: (text: number) => void,
  ): void {
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
    else this.#within('words', words, match.edits, match.value).forEach(visit);
  }

  #within(field: string, keys: KeyPostings, edits: 1 | 2, text: string): readonly number[] {
    const key = `${field} ${edits}${text}`;
    const carriers = this.#mistyped.get(key) ?? keys.carriersWithin(edits, text);
    this.#mistyped.set(key, carriers);
    return carriers;
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

/** Whether some stretch of the words, with at most `gap` others inside, begins with the pieces in order. */
function beginInOrder(words: readonly string[], pieces: readonly string[], gap: number): boolean {
  return words.some((_, first) => {
    let piece = 0;
    const end = Math.min(words.length, first + pieces.length + gap);
    for (let at = first; at < end && piece < pieces.length; at++) {
      if ((words[at] as string).startsWith(pieces[piece] as string)) piece++;
      else if (at === first) return false;
    }
    return piece === pieces.length;
  });
}
