import { editDistance } from '../base/editDistance.ts';

/** An unknown variable of the environment, and the known one that was probably meant. */
export interface Misspelling {
  readonly name: string;
  readonly meant: string;
}

/** Shorter names are too similar to others: `POST` is no misspelt `PORT`. */
const SHORTEST = 8;
/** Names of at least this length may have two mistakes, shorter ones one. */
const LONG = 12;

/**
 * Unknown variables whose names are close to those of unset ones: `ELASTICSEARCH_ULR`, `cursor_secret`. Variables of
 * other programs are spared: they differ more, begin with another letter (`EXTERNAL_PORT`), or are set beside the
 * variable that they resemble (`SECRET_KEY` beside `SECRETS_KEY`). One that differs in its case alone is no other's.
 * @param known the names of the service's variables
 */
export function misspeltVariables(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly Misspelling[] {
  const isSet = (name: string) => (environment[name] ?? '').trim() !== '';
  const unset = known.filter((name) => !isSet(name));
  return Object.keys(environment)
    .filter((name) => isSet(name) && !known.includes(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const meant = known.find((each) => each === name.toUpperCase()) ?? nearest(name.toUpperCase(), unset);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** A sentence for the operator. */
export function misspellingText({ name, meant }: Misspelling): string {
  return `${name} is no variable of the service, which reads ${meant}: rename it, or unset it.`;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const [first] = known
    .filter((candidate) => candidate[0] === name[0])
    .map((candidate) => ({ candidate, mistakes: editDistance(name, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= (Math.max(name.length, candidate.length) >= LONG ? 2 : 1))
    .sort((a, b) => a.mistakes - b.mistakes);
  return first?.candidate;
}
