import { BEGINNINGS_GAP, type Clause } from '../plan/clause.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { PointMarks } from './pointMarks.ts';

type BeginningsClause = Extract<Clause, { kind: 'beginnings' }>;

/** Marks the anime one of whose sequences has words that begin with the pieces, in order and near one another. */
export function matchBeginnings(
  catalog: IndexedCatalog,
  { points, pieces }: BeginningsClause,
  marks: PointMarks,
): void {
  let candidates: Set<number> | undefined;
  for (const piece of [...pieces].sort((a, b) => b.length - a.length)) {
    const having = new Set<number>();
    catalog.sequenceWords.visitPrefix(piece, (sequence) => {
      if (candidates === undefined || candidates.has(sequence)) having.add(sequence);
    });
    if (having.size === 0) return;
    candidates = having;
  }
  for (const sequence of candidates ?? []) {
    if (beginsInOrder((catalog.wordsOfSequence[sequence] as string).split(' '), pieces)) {
      marks.mark(catalog.sequences.owners[sequence] as number, points);
    }
  }
}

/**
 * Whether some stretch of the words, with at most `BEGINNINGS_GAP` others inside,
 * begins with the pieces one after the other.
 */
function beginsInOrder(words: readonly string[], pieces: readonly string[]): boolean {
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
