import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';
import type { MigrationScope } from './migrationScope.ts';

/**
 * Functions whose value as a default is computed once for all rows; any other may differ by row, which rewrites the
 * table.
 */
const CONSTANT_FUNCTIONS: readonly string[] = ['now', 'transaction_timestamp', 'statement_timestamp'];

/** What is wrong with one clause of ALTER TABLE; null: nothing. */
export function alterationFault(table: string, command: AlterTableCmd, scope: MigrationScope): string | null {
  const { subtype, name, def } = command;
  if (subtype === 'AT_DropColumn' && !scope.contracts)
    return `processes of the previous version read ${table}.${name}: drop it by a contract migration of the next release`;
  if (subtype === 'AT_AlterColumnType' && !scope.contracts && !scope.isMade(table) && !scope.isLarge(table))
    return `processes of the previous version read ${table}.${name} as it is: add a column beside it, drop the old one by a contract migration`;
  if (subtype === 'AT_AddColumn' && !scope.isMade(table) && isRequired(def))
    return `rows of ${table} have no value for it, nor those that the previous version writes: give it a DEFAULT`;
  if (!scope.isLarge(table)) return null;
  switch (subtype) {
    case 'AT_AlterColumnType':
      return `another type of ${table}.${name} may rewrite the table: add a column beside it, fill it in batches, drop the old one by a contract migration`;
    case 'AT_SetNotNull': {
      const proof = `${table}_${name}_not_null`;
      return scope.dropped.has(`${table}.${proof}`)
        ? null
        : `NOT NULL reads all of ${table} while nobody can write: add CHECK (${name} IS NOT NULL) as ${proof} NOT VALID, validate it in the next migration, then SET NOT NULL and drop ${proof} in one`;
    }
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def ? columnFault(table, def.ColumnDef) : null;
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def ? constraintFault(table, def.Constraint) : null;
    case 'AT_ValidateConstraint':
      return scope.added.has(`${table}.${name}`)
        ? `the lock of ADD CONSTRAINT lasts while all of ${table} is read: VALIDATE CONSTRAINT in a migration of its own`
        : null;
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return `it rewrites ${table} while nobody can read`;
    default:
      return null;
  }
}

function isRequired(def: Node | undefined): boolean {
  if (def === undefined || !('ColumnDef' in def)) return false;
  const kinds = (def.ColumnDef.constraints ?? []).map((it) => ('Constraint' in it ? it.Constraint.contype : undefined));
  const isFilled = kinds.some((it) => ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].includes(it ?? ''));
  return kinds.includes('CONSTR_NOTNULL') && !isFilled;
}

function columnFault(table: string, { colname, constraints = [], typeName }: ColumnDef): string | null {
  const type = typeName?.names?.at(-1);
  if (type !== undefined && 'String' in type && /serial/.test(type.String.sval ?? ''))
    return `a serial column rewrites ${table}: add it without a default, and fill it in batches`;
  for (const constraint of constraints) {
    if (!('Constraint' in constraint)) continue;
    const { contype, raw_expr } = constraint.Constraint;
    if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY')
      return `a generated column rewrites ${table}: add a plain one, filled by a trigger and in batches`;
    if (contype === 'CONSTR_DEFAULT' && raw_expr !== undefined && mayDiffer(raw_expr))
      return `the default of ${table}.${colname} differs by row, which rewrites the table: add the column without it, then SET DEFAULT, and fill it in batches`;
    if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY'].includes(contype ?? ''))
      return `${table}.${colname} builds its index while nobody can write: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX`;
    if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
      return `the constraint of ${table}.${colname} reads every row while nobody can write: ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in a migration of its own`;
  }
  return null;
}

function constraintFault(table: string, { contype, conname, skip_validation, indexname }: Constraint): string | null {
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype ?? ''))
    return indexname !== undefined
      ? null
      : `the constraint of ${table} builds its index while nobody can write: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX`;
  return skip_validation === true
    ? null
    : `constraint ${conname ?? ''} of ${table} reads every row while nobody can write: add it NOT VALID, and VALIDATE CONSTRAINT in a migration of its own`;
}

/** Whether an expression calls a function that is not known to be constant within a statement. */
function mayDiffer(expression: Node): boolean {
  if ('FuncCall' in expression) {
    const called = expression.FuncCall.funcname?.at(-1);
    return !(called !== undefined && 'String' in called && CONSTANT_FUNCTIONS.includes(called.String.sval ?? ''));
  }
  return Object.values(expression)
    .flatMap((members) => Object.values(members as object).flat() as unknown[])
    .some((member) => typeof member === 'object' && member !== null && isNode(member) && mayDiffer(member));
}

function isNode(member: object): member is Node {
  const [tag] = Object.keys(member);
  return tag !== undefined && /^[A-Z]/.test(tag);
}
