import pg from 'pg';
import { PreparedStatements } from './preparedStatements.ts';
import { StatementDeadlines } from './statementDeadlines.ts';

/** A pool of connections that cannot hang. */
export interface ConnectionPool {
  readonly pool: pg.Pool;
  readonly deadlines: StatementDeadlines;
}

/**
 * A pool whose lost connections never end the process (pg raises them as `error` events, also while nobody listens),
 * whose statements end in time, and whose connections hold a bounded number of prepared statements.
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
      // A transaction that has failed refuses it: then one statement stays too many.
      if (evicted !== undefined) Reflect.apply(query, self, [`DEALLOCATE "${evicted}"`, ignore]);
      return Reflect.apply(query, self, [{ ...statement, name }, ...rest]);
    },
  });
}

/** The pool has dropped the connection already, and its user's statement fails. */
function ignore(): void {}
