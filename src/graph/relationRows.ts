/** A relation's row as PostgreSQL's JSON gives it: `n` of the owner, the position in its list, then the columns. */
export type RelationRow = readonly [n: string, position: string, ...columns: (string | null)[]];

/** Parses a relation's JSON text and sorts it by owner and position, whatever order the plan happened to yield. */
export function parseRelation(text: string | null | undefined): readonly RelationRow[] {
  if (!text) return [];
  const rows = JSON.parse(text) as RelationRow[];
  for (let index = 1; index < rows.length; index += 1) {
    if (compare(rows[index - 1] as RelationRow, rows[index] as RelationRow) > 0) return rows.sort(compare);
  }
  return rows;
}

function compare(a: RelationRow, b: RelationRow): number {
  return Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]);
}

/** SQL of a relation's rows over `page p`, as parseRelation reads them. `array_to_json` over one text array costs a third of json_build_*. */
export function relationColumn(name: string, position: string, columns: readonly string[], from: string): string {
  const row = ['p.n::text', `${position}::text`, ...columns].join(', ');
  return `(SELECT array_to_json(array_agg(ARRAY[${row}]))::text FROM page p ${from}) AS ${name}`;
}
