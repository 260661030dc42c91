/** A row of a relation in PostgreSQL's JSON: its place, then the columns. */
type RelationRow = readonly [place: string, ...columns: (string | null)[]];

/**
 * A place is [n, position] as one number (the owner's `n` in the upper 32 bits), so that a row is an array of texts
 * (see relationColumn) and sorts by one comparison.
 */
const POSITIONS = 4_294_967_296;
const SMALLEST = -2_147_483_648;

/**
 * Calls `add` for every row of a relation's JSON text, by owner and position, whatever the order of the plan. `owner`
 * counts from 0; the columns begin at index 1 of the row.
 */
export function eachRelated(
  text: string | null | undefined,
  add: (owner: number, row: readonly (string | null)[], position: number) => void,
): void {
  if (!text) return;
  const rows = JSON.parse(text) as RelationRow[];
  if (!isSorted(rows)) rows.sort((a, b) => Number(a[0]) - Number(b[0]) || byText(a[1], b[1]));
  for (const row of rows) {
    const place = Number(row[0]);
    add(Math.floor(place / POSITIONS) - 1, row, (place % POSITIONS) + SMALLEST);
  }
}

function isSorted(rows: readonly RelationRow[]): boolean {
  let last = -1;
  for (const [place] of rows) {
    const next = Number(place);
    if (next <= last) return false;
    last = next;
  }
  return true;
}

/** Two genres linked by hand may have the same position. */
function byText(a: string | null | undefined, b: string | null | undefined): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/**
 * SQL of a relation's rows over `page p`, for eachRelated. It equals `json_agg(json_build_array(p.n, position,
 * …columns) ORDER BY p.n, position)`; `array_to_json` over one text array costs a third of that.
 */
export function relationColumn(name: string, position: string, columns: readonly string[], from: string): string {
  const row = [`(p.n * ${POSITIONS} + ${position} - (${SMALLEST}))::text`, ...columns].join(', ');
  return `(SELECT array_to_json(array_agg(ARRAY[${row}]))::text FROM page p ${from}) AS ${name}`;
}
