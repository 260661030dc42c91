import { editDistance } from '../editDistance.ts';

/** A variable of the environment that nobody reads, and the one of the service that its author probably meant. */
export interface Misspelling {
  readonly name: string;
  readonly meant: string;
}

/** Shorter names are too like others' to be judged: `POST` is no misspelt `PORT`. */
const SHORTEST = 8;
/** Names of this length may have two mistakes, shorter ones one. */
const LONG = 12;

/**
 * Variables whose names are nearly those of variables that are unset: `ELASTICSEARCH_ULR`, `cursor_secret`. What other
 * programs read lies further off, begins with another letter (`EXTERNAL_PORT`), or stands beside the variable that it
 * is like (`SECRET_KEY` beside `SECRETS_KEY`).
 * @param known the names that are read
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
      const meant = nearest(name.toUpperCase(), unset);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** What to tell the operator. */
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
