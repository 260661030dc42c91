import type { ReadStatement } from '../database/reader.ts';
import type { VersionedDocument } from './documentCache.ts';

/** How an entity's whole document is read from PostgreSQL: one statement for any number of entities, hence one snapshot. */
export interface DocumentSource<Document extends VersionedDocument> {
  readonly table: string;
  /** Output columns of text over the rows of `page`, which are the table's with `n` (from 1) in front. */
  readonly columns: string;
  /** The documents in the order of `n`. */
  parse(columns: readonly (string | null)[]): Document[];
}

/** The statement that reads the documents of `rows`, a SELECT of the table's rows in the order wanted. */
export function documentStatement(
  source: DocumentSource<VersionedDocument>,
  rows: string,
  values: ReadStatement['values'],
): ReadStatement {
  return {
    text: `WITH page AS MATERIALIZED (SELECT row_number() OVER () AS n, r.* FROM (${rows}) r) SELECT ${source.columns}`,
    values,
  };
}

/** The statement that reads the documents with these ids, in any order. */
export function documentsByIds(source: DocumentSource<VersionedDocument>, ids: readonly string[]): ReadStatement {
  return documentStatement(source, `SELECT * FROM ${source.table} WHERE id = ANY($1::uuid[])`, [ids]);
}

/** The statement that reads the change versions of entities: rows of id and version. */
export function versionsByIds(source: DocumentSource<VersionedDocument>, ids: readonly string[]): ReadStatement {
  return {
    text: `SELECT id::text AS id, version::text AS version FROM ${source.table} t WHERE t.id = ANY($1::uuid[])`,
    values: [ids],
  };
}

/** Characters of JSON text that a document took, on average over its statement: its size in the cache. */
export function averageSize(columns: readonly (string | null)[], documents: number): number {
  let characters = 0;
  for (const column of columns) characters += column?.length ?? 0;
  return Math.ceil(characters / Math.max(1, documents));
}
