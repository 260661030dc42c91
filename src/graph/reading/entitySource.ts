import type { ReadStatement } from '../../database/database.ts';

/** An entity, as one statement read it. */
export interface VersionedEntity {
  /** Canonical id, lower-case UUID. */
  readonly id: string;
  /** The change version that the same statement read. */
  readonly version: string;
}

/** The SQL that reads entities: one statement, hence one snapshot, for any number of them. */
export interface EntitySource<Entity extends VersionedEntity> {
  readonly table: string;
  /** Text columns over the rows of `page`, which are the table's preceded by `n` (from 1). */
  readonly columns: string;
  /** The entities in the order of `n`. */
  parse(columns: readonly (string | null)[]): Entity[];
}

/** The statement that reads the entities of `rows`, a SELECT of the table's rows in the desired order. */
export function entityStatement(
  source: EntitySource<VersionedEntity>,
  rows: string,
  values: ReadStatement['values'],
): ReadStatement {
  return {
    text: `WITH page AS MATERIALIZED (SELECT row_number() OVER () AS n, r.* FROM (${rows}) r) SELECT ${source.columns}`,
    values,
  };
}

/** The statement that reads the entities with these ids, in any order. */
export function entitiesByIds(source: EntitySource<VersionedEntity>, ids: readonly string[]): ReadStatement {
  return entityStatement(source, `SELECT * FROM ${source.table} WHERE id = ANY($1::uuid[])`, [ids]);
}

/** The statement that reads the change versions of entities: rows of id and version. */
export function versionsByIds(source: EntitySource<VersionedEntity>, ids: readonly string[]): ReadStatement {
  return {
    text: `SELECT id::text AS id, version::text AS version FROM ${source.table} t WHERE t.id = ANY($1::uuid[])`,
    values: [ids],
  };
}
