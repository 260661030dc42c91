import type { z } from 'zod';

/** One single-valued field of an anime or episode: all that reading, writing and judging it derives from. */
export interface Field {
  /** The column of the entity's table. */
  readonly column: string;
  /** The column's type in PostgreSQL. */
  readonly type: string;
  /** Its member in records, which is its name in answers too. */
  readonly member: string;
  /** What a record may say. */
  readonly value: z.ZodType;
  /** The value without any record. Unless the field is required, a record with this value says nothing. */
  readonly unknown: string | number | null;
  /** Whether a record may not say null: each of its values says something. */
  readonly required?: true;
  /** Whether sources are merged field by field: the most believed record that says something wins. */
  readonly merged: boolean;
  /** Whether a reviewer who approves a record decides the field: the decision then outranks every source. */
  readonly decided: boolean;
  /** Whether readers see it: a change raises the revision and the time of the update, and is an event. */
  readonly served: boolean;
}

/** The fields of an entity by the names that its canonical value and the graph have for them. */
export type Fields = Readonly<Record<string, Field>>;

type Value<F extends Field> = z.output<F['value']> | F['unknown'];

/**
 * Fields that are columns of a table, by Prisma's names for them: a field without its
 * column in `schema.prisma` does not compile.
 */
export type FieldsOf<Row> = { readonly [Name in keyof Row]?: Field };

/** The canonical value's part that these fields make up. */
export type CanonicalFields<F extends Fields> = { readonly [Name in keyof F]: Value<F[Name]> };

/** As CanonicalFields, of the fields that sources are merged in. */
export type MergedFields<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['merged'] extends true ? Name : never]: Value<F[Name]>;
};

/** As CanonicalFields, of the fields that readers see. */
export type ServedFields<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['served'] extends true ? Name : never]: Value<F[Name]>;
};

/** The members of an answer that shows the fields that readers see: a schema without one of them does not compile. */
export type ServedMembers<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['served'] extends true ? F[Name]['member'] : never]: z.ZodType<Value<F[Name]>>;
} & z.ZodRawShape;

/** A selection of the graph's fields, which must have all that readers see. */
export type SelectionOf<F extends Fields, Selection extends ServedFields<F>> = Selection;

/** The members of a record's zod schema. */
export type RecordMembers<F extends Fields> = {
  [Name in keyof F as F[Name]['member']]: F[Name]['required'] extends true
    ? z.ZodOptional<F[Name]['value']>
    : z.ZodOptional<z.ZodNullable<F[Name]['value']>>;
};

/** What a record says of the fields that a reviewer decides. */
export type DecidedMembers<F extends Fields> = {
  [Name in keyof F as F[Name]['decided'] extends true ? F[Name]['member'] : never]?: z.output<F[Name]['value']>;
};

/** A record as far as these functions look into it. */
type Members = Readonly<Record<string, unknown>>;

/** The members of a record's schema: absent is as before, null is unknown. */
export function recordMembers<F extends Fields>(fields: F): RecordMembers<F> {
  const members = Object.values(fields).map(({ member, value, required }) => [
    member,
    required ? value.optional() : value.nullish(),
  ]);
  return Object.fromEntries(members) as RecordMembers<F>;
}

/** What records, the most believed first, make of the fields that are merged one by one. */
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

/** The members of a record in which a reviewer who approves it decides against the canonical value. */
export function decidedMembers<F extends Fields>(
  fields: F,
  record: Members,
  canonical: CanonicalFields<F>,
): DecidedMembers<F> {
  const decided = Object.entries(fields).filter(
    ([name, field]) => field.decided && says(field, record[field.member]) && record[field.member] !== canonical[name],
  );
  return Object.fromEntries(decided.map(([, { member }]) => [member, record[member]])) as DecidedMembers<F>;
}

/** The value without what readers do not see. */
export function servedPart<F extends Fields, Value extends CanonicalFields<F>>(fields: F, canonical: Value): Value {
  const hidden = Object.entries(fields).filter(([, { served }]) => !served);
  return { ...canonical, ...Object.fromEntries(hidden.map(([name, { unknown }]) => [name, unknown])) };
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
