import { Prisma } from '../../../database/generated/client.ts';
import type { Fields } from '../../model/field.ts';

/** The arguments of `json_build_object` that give a canonical value its fields, over the row `alias`. */
export function fieldPairs(fields: Fields, alias: string): Prisma.Sql {
  const pairs = Object.entries(fields).map(([name, { column, type }]) => {
    const value = `${alias}.${column}`;
    return `'${name}', ${type === 'timestamptz' ? instantText(value) : value}`;
  });
  return Prisma.raw(pairs.join(', '));
}

/** A timestamptz column as the DateTime scalar's text: RFC 3339 in UTC with milliseconds. */
export function instantText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Runs a statement with one row of one JSON text and parses it: the cheapest result of $queryRaw. */
export async function readJson<T>(
  client: { $queryRaw(query: Prisma.Sql): Promise<unknown> },
  statement: Prisma.Sql,
): Promise<T> {
  const [row] = (await client.$queryRaw(statement)) as { json: string }[];
  if (row === undefined) throw new Error('the statement answered no row');
  return JSON.parse(row.json) as T;
}
