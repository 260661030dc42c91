import { loadModule, type Node, parse, type RawStmt, type UpdateStmt } from 'libpg-query';
import { alterationFault } from './alterationFault.ts';
import type { MigrationScope } from './migrationScope.ts';
import { isSmall } from './smallTables.ts';

const NAME = /^\d{14}_(expand|contract)_[a-z\d_]+$/;
const OUTSIDE = /^-- Outside a transaction\b/;

/**
 * What in a migration would hold up readers and publications of a full catalogue, or break the processes of the
 * previous version beside which it runs.
 * @param name of its folder
 * @returns a line each, with its place and what would be right
 */
export async function migrationFaults(name: string, sql: string): Promise<string[]> {
  const kind = NAME.exec(name)?.[1];
  if (kind === undefined) return [`${name}: call it YYYYMMDDHHMMSS_expand_NAME or YYYYMMDDHHMMSS_contract_NAME`];
  await loadModule();
  let statements: readonly RawStmt[];
  try {
    statements = (await parse(sql)).stmts ?? [];
  } catch (error) {
    return [`${name}: ${(error as Error).message}`];
  }
  const scope = scopeOf(statements, kind === 'contract');
  const isOutside = OUTSIDE.test(sql);
  const faults = statements.flatMap(({ stmt, stmt_location = 0 }) => {
    const fault = stmt === undefined ? null : statementFault(stmt, scope, isOutside);
    return fault === null ? [] : [`${name}, line ${lineOf(sql, stmt_location)}: ${fault}`];
  });
  if (isOutside && statements.length !== 1)
    faults.push(`${name}: outside a transaction runs one statement; give each a migration`);
  return faults;
}

function scopeOf(statements: readonly RawStmt[], contracts: boolean): MigrationScope {
  const made = new Set<string>();
  const added = new Set<string>();
  const dropped = new Set<string>();
  for (const { stmt } of statements) {
    if (stmt !== undefined && 'CreateStmt' in stmt) made.add(stmt.CreateStmt.relation?.relname ?? '');
    if (stmt === undefined || !('AlterTableStmt' in stmt)) continue;
    for (const cmd of stmt.AlterTableStmt.cmds ?? []) {
      if (!('AlterTableCmd' in cmd)) continue;
      const { subtype, name, def } = cmd.AlterTableCmd;
      const table = stmt.AlterTableStmt.relation?.relname;
      if (subtype === 'AT_DropConstraint') dropped.add(`${table}.${name}`);
      if (def !== undefined && 'Constraint' in def) added.add(`${table}.${def.Constraint.conname}`);
    }
  }
  return {
    contracts,
    added,
    dropped,
    isMade: (table) => made.has(table),
    isLarge: (table = '') => !isSmall(table) && !made.has(table),
  };
}

function statementFault(statement: Node, scope: MigrationScope, isOutside: boolean): string | null {
  if ('IndexStmt' in statement) {
    const { concurrent, if_not_exists, relation } = statement.IndexStmt;
    if (concurrent !== true && scope.isLarge(relation?.relname))
      return `an index of ${relation?.relname} keeps writers out while it is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS, alone, below "-- Outside a transaction"`;
    if (concurrent === true && !(isOutside && if_not_exists === true))
      return 'CREATE INDEX CONCURRENTLY needs IF NOT EXISTS, because it may run again, and "-- Outside a transaction" in the first line';
  }
  if ('DropStmt' in statement) {
    const { removeType, concurrent } = statement.DropStmt;
    if (removeType === 'OBJECT_INDEX' && concurrent !== true)
      return 'DROP INDEX waits for readers and keeps others out: DROP INDEX CONCURRENTLY IF EXISTS, alone, below "-- Outside a transaction"';
    if (removeType !== 'OBJECT_INDEX' && !scope.contracts)
      return 'processes of the previous version need what it drops: move it to a contract migration of the next release';
  }
  if ('RenameStmt' in statement && !scope.contracts)
    return 'processes of the previous version know the old name: add what is new beside it, and drop the old one by a contract migration of the next release';
  if ('AlterEnumStmt' in statement && statement.AlterEnumStmt.oldVal !== undefined && !scope.contracts)
    return 'processes of the previous version write the old value: add the new one beside it, and rename none but in a contract migration';
  if ('TruncateStmt' in statement && !scope.contracts) return 'it deletes rows: move it to a contract migration';
  if ('LockStmt' in statement || 'ClusterStmt' in statement || 'VacuumStmt' in statement)
    return 'it holds up everybody who uses the table: leave it to the server and its operator';
  if ('ReindexStmt' in statement && !isConcurrent(statement.ReindexStmt.params))
    return 'REINDEX keeps writers out: REINDEX INDEX CONCURRENTLY, alone, below "-- Outside a transaction"';
  if ('DoStmt' in statement && !(isOutside && /\bCOMMIT\b/i.test(JSON.stringify(statement.DoStmt))))
    return `what a DO block writes stays locked until its end: write batches, each with its COMMIT, alone, below "-- Outside a transaction"`;
  const edit = editedTables(statement).find((table) => scope.isLarge(table));
  if (edit !== undefined)
    return `all rows of ${edit} are locked until the end: write batches with COMMIT in a DO block, alone, below "-- Outside a transaction"`;
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt;
    const table = relation?.relname ?? '';
    for (const cmd of cmds) {
      const fault = 'AlterTableCmd' in cmd ? alterationFault(table, cmd.AlterTableCmd, scope) : null;
      if (fault !== null) return fault;
    }
  }
  return null;
}

function isConcurrent(options: readonly Node[] = []): boolean {
  return options.some((it) => 'DefElem' in it && it.DefElem.defname === 'concurrently');
}

/** The tables whose rows a statement, or a query within it, changes or deletes. */
function editedTables(statement: Node): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [tag, members] of Object.entries(node)) {
      if (EDITS.includes(tag)) found.push((members as UpdateStmt).relation?.relname ?? '');
      visit(members);
    }
  };
  visit(statement);
  return found;
}

const EDITS: readonly string[] = ['UpdateStmt', 'DeleteStmt', 'MergeStmt'];

/** Of the statement's first word: the place that the parser tells begins behind the statement before. */
function lineOf(sql: string, location: number): number {
  const bytes = Buffer.from(sql);
  const before = bytes.subarray(0, location).toString();
  const gap = /^(?:\s|--[^\n]*\n)*/.exec(bytes.subarray(location).toString())?.[0] ?? '';
  return (before + gap).split('\n').length;
}
