import type { Fields, ServedFields } from '../model/field.ts';

/** SQL of the served fields over the row `alias`, in the order of servedReader. */
export function servedColumns(fields: Fields, alias: string): string[] {
  return servedOf(fields).map(([, { column, type }]) =>
    type === 'timestamptz' ? utc(`${alias}.${column}`) : `${alias}.${column}`,
  );
}

/** SQL of a timestamptz column for instantOfJson. */
export function utc(column: string): string {
  return `${column} AT TIME ZONE 'UTC'`;
}

/** Reads the fields of servedColumns from rows in PostgreSQL's JSON; they begin at index `from`. */
export function servedReader<F extends Fields>(fields: F, from: number): (row: readonly unknown[]) => ServedFields<F> {
  const served = servedOf(fields).map(([name, { type }]) => ({ name, isInstant: type === 'timestamptz' }));
  return (row) => {
    const read: Record<string, unknown> = {};
    let at = from;
    for (const { name, isInstant } of served) {
      const value = row[at++];
      read[name] = isInstant && typeof value === 'string' ? instantOfJson(value) : value;
    }
    return read as ServedFields<F>;
  };
}

function servedOf(fields: Fields) {
  return Object.entries(fields).filter(([, { served }]) => served);
}

/**
 * Converts a `timestamptz AT TIME ZONE 'UTC'` in PostgreSQL's JSON to a DateTime: ISO 8601 without a zone, with
 * decimals only where they are not zero.
 */
export function instantOfJson(text: string): string {
  if (text.length === 19) return `${text}.000Z`;
  return `${text.slice(0, 23).padEnd(23, '0')}Z`;
}
