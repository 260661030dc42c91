/**
 * Optimal string alignment distance, as Lucene counts: insertions, deletions and substitutions of code
 * points and transpositions of neighbours.
 */
export function editDistance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let beforeLast: number[] = [];
  let last = [0, ...right.map((_, j) => j + 1)];
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const substitution = (last[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] as number;
}

/** Longer texts are not taken for misspelt choices. */
const LONGEST_GUESS = 40;

/**
 * A sentence that names the choice nearest to a misspelt word; undefined where none is near: with mistakes in at most a
 * third of its characters, case aside, or beginning as the word does.
 */
export function nearestOf(word: string, choices: readonly string[]): string | undefined {
  const plain = word.replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase();
  if (plain === '' || word.length > LONGEST_GUESS) return undefined;
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const mistakes = mistakesIn(plain, choice.toLowerCase());
    if (mistakes < fewest) [nearest, fewest] = [choice, mistakes];
  }
  return nearest && `Nearest to ${JSON.stringify(word)} is ${nearest}.`;
}

/** The number of mistakes; infinite where they are too many. */
function mistakesIn(word: string, choice: string): number {
  const most = Math.max(word.length, choice.length) / 3;
  const goesOn = Math.min(word.length, choice.length) > 1 && (word.startsWith(choice) || choice.startsWith(word));
  if (!goesOn && Math.abs(word.length - choice.length) > most) return Number.POSITIVE_INFINITY;
  const mistakes = editDistance(word, choice);
  return goesOn || mistakes <= most ? mistakes : Number.POSITIVE_INFINITY;
}
