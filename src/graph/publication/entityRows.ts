import { Prisma } from '../../database/generated/client.ts';

/**
 * A row of `anime` or `episode` as JSON: columns by name. `revision` is the increment of this publication, 0 or 1, and
 * of a restored row the whole revision; a `version` of 1 makes the row's trigger draw a change version where it
 * otherwise would not, so that the triggers of the parts see that it has been drawn.
 */
export interface EntityRow {
  readonly id: string;
  readonly revision: number;
  readonly version?: 0 | 1;
  readonly [column: string]: unknown;
}

/** Inserts rows with these columns; `at` is the time of their creation, where a row does not state its own. */
export function insertRows(
  table: 'anime' | 'episode',
  columns: readonly string[],
  rows: readonly EntityRow[],
  at: string,
): Prisma.Sql {
  const names = Prisma.raw(['id', ...columns, 'revision'].join(', '));
  return Prisma.sql`
    INSERT INTO ${Prisma.raw(table)} (${names}, created_at, updated_at)
    SELECT ${names}, coalesce(created_at, ${at}::timestamptz), coalesce(updated_at, ${at}::timestamptz)
    FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/** Sets these columns; the time of the update changes only with the revision. */
export function updateRows(
  table: 'anime' | 'episode',
  columns: readonly string[],
  rows: readonly EntityRow[],
  at: string,
): Prisma.Sql {
  const settings = columns.map((column) => `${column} = r.${column}`).join(', ');
  return Prisma.sql`
    UPDATE ${Prisma.raw(table)} t SET ${Prisma.raw(settings)}, revision = t.revision + r.revision,
      version = t.version + coalesce(r.version, 0),
      updated_at = CASE WHEN r.revision = 1 THEN ${at}::timestamptz ELSE t.updated_at END
    FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb) r
    WHERE t.id = r.id`;
}
