interface StatementNameSettings {
  /** Distinguishes the names of two generators that share connections. */
  readonly prefix?: string;
  /** Most prepared statements of one connection: PostgreSQL never evicts any. */
  readonly names: number;
  /** How often a statement must recur to be worth preparing. */
  readonly sightings: number;
}

/** How many unnamed texts are remembered. */
const CANDIDATES = 1000;

/**
 * Names for prepared statements. Only recurring texts get one, and only a bounded number: lists of varying length (`IN
 * ($1, …)`) would fill the memory of this process, and of the server for every connection. An empty name leaves the
 * statement unprepared.
 */
export function createStatementNames(
  { prefix = 's', names: mostNames, sightings: enough }: StatementNameSettings = { names: 500, sightings: 3 },
): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  const candidates = new Map<string, number>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= mostNames) return '';
    const sightings = (candidates.get(sql) ?? 0) + 1;
    if (sightings < enough) {
      if (candidates.size >= CANDIDATES) candidates.clear();
      candidates.set(sql, sightings);
      return '';
    }
    candidates.delete(sql);
    const name = `${prefix}${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
