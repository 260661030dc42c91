import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** A single-valued field of an anime or episode; its reading, writing and merging derive from this definition. */
export interface Field {
  /** The column of the entity's table. */
  readonly column: string;
  /** The column's type in PostgreSQL. */
  readonly type: string;
  /** Its member in records and answers. */
  readonly member: string;
  /** The values that a record may state. */
  readonly value: z.ZodType;
  /** The value without any record. In a record it states nothing, unless the field is required. */
  readonly unknown: string | number | null;
  /** Whether a record must not state null. */
  readonly required?: true;
  /** Whether sources are merged field by field: the highest source that states a value wins. */
  readonly merged: boolean;
  /** Whether approving a record pins the field: the decision then outranks every source. */
  readonly decided: boolean;
  /** Whether it is served: a change increments the revision, sets the update's time and is an event. */
  readonly served: boolean;
}

/** The fields of an entity, by their names in its canonical value and the graph. */
export type Fields = Readonly<Record<string, Field>>;

type Value<F extends Field> = z.output<F['value']> | F['unknown'];

/**
 * Fields that are columns of a table, by Prisma's names: a field without its column in `schema.prisma` does not
 * compile.
 */
export type FieldsOf<Row> = { readonly [Name in keyof Row]?: Field };

/** The part of the canonical value that these fields make up. */
export type CanonicalFields<F extends Fields> = { readonly [Name in keyof F]: Value<F[Name]> };

/** Like CanonicalFields, restricted to merged fields. */
export type MergedFields<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['merged'] extends true ? Name : never]: Value<F[Name]>;
};

/** Like CanonicalFields, restricted to served fields. */
export type ServedFields<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['served'] extends true ? Name : never]: Value<F[Name]>;
};

/** The members of an answer for the served fields: a schema without one of them does not compile. */
export type ServedMembers<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['served'] extends true ? F[Name]['member'] : never]: z.ZodType<Value<F[Name]>>;
} & z.ZodRawShape;

/** A selection of the graph's fields that must include every served one. */
export type SelectionOf<F extends Fields, Selection extends ServedFields<F>> = Selection;

/** The members of a record's zod schema. */
export type RecordMembers<F extends Fields> = {
  [Name in keyof F as F[Name]['member']]: F[Name]['required'] extends true
    ? z.ZodOptional<F[Name]['value']>
    : z.ZodOptional<z.ZodNullable<F[Name]['value']>>;
};

/** The values of a record for the fields that a reviewer decides. */
export type DecidedMembers<F extends Fields> = {
  [Name in keyof F as F[Name]['decided'] extends true ? F[Name]['member'] : never]?: z.output<F[Name]['value']>;
};

/** The part of a record that these functions read. */
type Members = Readonly<Record<string, unknown>>;

/** The members of a record's schema: an absent one is unchanged, null is unknown. */
export function recordMembers<F extends Fields>(fields: F): RecordMembers<F> {
  const members = Object.values(fields).map(({ member, value, required }) => [
    member,
    required ? value.optional() : value.nullish(),
  ]);
  return Object.fromEntries(members) as RecordMembers<F>;
}

/** Merges records, highest source first, field by field. */
export function mergeFields<F extends Fields>(fields: F, records: readonly Members[]): MergedFields<F> {
  const merged: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name] as F[typeof name];
    if (!field.merged) continue;
    const record = records.find((it) => says(field, it[field.member]));
    merged[name] = record === undefined ? field.unknown : record[field.member];
  }
  return merged as MergedFields<F>;
}

/** The members of a record that an approving reviewer decides against the canonical value. */
export function decidedMembers<F extends Fields>(
  fields: F,
  record: Members,
  canonical: CanonicalFields<F>,
): DecidedMembers<F> {
  const decided = Object.entries(fields).filter(
    ([name, field]) =>
      field.decided && says(field, record[field.member]) && !isDeepStrictEqual(record[field.member], canonical[name]),
  );
  return Object.fromEntries(decided.map(([, { member }]) => [member, record[member]])) as DecidedMembers<F>;
}

/** The value without unserved fields. */
export function servedPart<F extends Fields, Value extends CanonicalFields<F>>(fields: F, canonical: Value): Value {
  const hidden = Object.entries(fields).filter(([, { served }]) => !served);
  return { ...canonical, ...Object.fromEntries(hidden.map(([name, { unknown }]) => [name, unknown])) };
}

/** The served fields of a row of the table, as the graph has them. */
export function servedFields<F extends Fields>(
  fields: F,
  row: { readonly [Name in keyof F]: unknown },
): ServedFields<F> {
  const served = Object.entries(fields).filter((entry) => entry[1].served);
  return Object.fromEntries(served.map(([name, { type }]) => [name, servedValue(row[name], type)])) as ServedFields<F>;
}

/** Prisma reads dates, times and decimals as objects. */
function servedValue(stored: unknown, type: string): unknown {
  if (stored instanceof Date) return type === 'date' ? stored.toISOString().slice(0, 10) : stored.toISOString();
  return type === 'numeric' ? Number(stored) : stored;
}

/** The value as columns. */
export function columnValues<F extends Fields>(fields: F, canonical: CanonicalFields<F>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [column, canonical[name]]));
}

export function columnsOf(fields: Fields): string[] {
  return Object.values(fields).map(({ column }) => column);
}

function says({ unknown, required }: Field, value: unknown): boolean {
  return value !== undefined && value !== null && (required === true || value !== unknown);
}
