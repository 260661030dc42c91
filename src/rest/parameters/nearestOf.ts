import { editDistance } from '../../editDistance.ts';

/** Longer texts are not taken for misspelt choices. */
const LONGEST_GUESS = 40;

/** A sentence that names the choice nearest to a misspelt word; undefined where none is near. */
export function nearestOf(word: string, choices: readonly string[]): string | undefined {
  if (word === '' || word.length > LONGEST_GUESS) return undefined;
  const mistakes = (choice: string) => editDistance(word, choice);
  const [nearest] = [...choices].sort((a, b) => mistakes(a) - mistakes(b));
  return `Nearest to ${JSON.stringify(word)} is ${nearest}.`;
}
