import pg from 'pg';
import { PreparedStatements } from './preparedStatements.ts';
import { StatementDeadlines } from './statementDeadlines.ts';

/** A connection pool whose statements and connections have time limits. */
export interface ConnectionPool {
  readonly pool: pg.Pool;
  readonly deadlines: StatementDeadlines;
}

/**
 * A connection pool. Lost connections never end the process (pg emits `error` events even without a listener),
 * statements have a deadline, and each connection holds a bounded number of prepared statements.
 * @param statementMs what a statement may take, in milliseconds
 */
export function createPool(config: pg.PoolConfig, statementMs: number): ConnectionPool {
  const pool = new pg.Pool(config);
  const deadlines = new StatementDeadlines(statementMs);
  pool.on('error', ignore);
  pool.on('release', (_error, connection) => deadlines.released(connection));
  pool.on('connect', (connection) => {
    connection.on('error', ignore);
    deadlines.watch(connection);
    connection.query = guarded(connection, deadlines);
  });
  return { pool, deadlines };
}

function guarded(connection: pg.PoolClient, deadlines: StatementDeadlines): pg.PoolClient['query'] {
  const prepared = new PreparedStatements();
  return new Proxy(connection.query, {
    apply(query, self, [statement, ...rest]: [string | pg.QueryConfig, ...unknown[]]) {
      deadlines.sent(connection);
      if (typeof statement === 'string' || !statement.name) return Reflect.apply(query, self, [statement, ...rest]);
      const { name, evicted } = prepared.use(statement.name);
      // A failed transaction refuses it: one statement then stays above the bound.
      if (evicted !== undefined) Reflect.apply(query, self, [`DEALLOCATE "${evicted}"`, ignore]);
      return Reflect.apply(query, self, [{ ...statement, name }, ...rest]);
    },
  });
}

/** The pool has already dropped the connection, and its user's statement fails. */
function ignore(): void {}
