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
 * Variables whose names are nearly those of variables that are unset: `ELASTICSEARCH_ULR`, `cursor_secret`. What other programs read
 * lies further off, begins with another letter (`EXTERNAL_PORT`), or stands beside the variable that it is like (`SECRET_KEY` beside
 * `SECRETS_KEY`).
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
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(name, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= (Math.max(name.length, candidate.length) >= LONG ? 2 : 1))
    .sort((a, b) => a.mistakes - b.mistakes);
  return first?.candidate;
}

/** Letters too many, missing, wrong, or exchanged with their neighbour: the optimal string alignment distance. */
function mistakesBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
