import pg from 'pg';
import { errorCode } from '../../base/errors.ts';
import { DatabaseError } from '../databaseError.ts';
import { type DatabaseObserver, databaseErrorClass } from '../databaseObserver.ts';
import { PreparedStatements } from './preparedStatements.ts';
import { StatementDeadlines } from './statementDeadlines.ts';

/** Most that may wait for a connection: further ones would outlive their callers and fill the memory. */
const LONGEST_QUEUE = 1_000;

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
export function createPool(config: pg.PoolConfig, statementMs: number, observer?: DatabaseObserver): ConnectionPool {
  const pool = new pg.Pool(config);
  const deadlines = new StatementDeadlines(statementMs);
  watchConnecting(pool, observer);
  pool.on('error', ignore);
  pool.on('release', (_error, connection) => deadlines.released(connection));
  pool.on('connect', (connection) => {
    connection.on('error', observer === undefined ? ignore : () => observer.databaseFailed('connection'));
    if (observer !== undefined) observeErrors(connection, observer);
    deadlines.watch(connection);
    connection.query = guarded(connection, deadlines, observer);
  });
  return { pool, deadlines };
}

type Connected = (error: Error | undefined, connection: pg.PoolClient | undefined, release: () => void) => void;

/** The pool's own `query` takes its connections in the same way. */
function watchConnecting(pool: pg.Pool, observer: DatabaseObserver | undefined): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const observed = (connected: Connected): void => {
    if (pool.waitingCount >= LONGEST_QUEUE) {
      const message = `${LONGEST_QUEUE} statements wait for a connection of the database already`;
      connected(new DatabaseError('database_busy', message), undefined, ignore);
      return;
    }
    const began = performance.now();
    connect((error, connection, release) => {
      if (error === undefined) observer?.waitedForConnection((performance.now() - began) / 1000);
      else observer?.databaseFailed(databaseErrorClass(errorCode(error)));
      connected(error, connection, release);
    });
  };
  const promised = () =>
    new Promise((resolve, reject) => {
      observed((error, connection) => (error === undefined ? resolve(connection) : reject(error)));
    });
  pool.connect = ((connected?: Connected) => (connected === undefined ? promised() : observed(connected))) as never;
}

/** What the server reports about any statement. */
function observeErrors(connection: pg.PoolClient, observer: DatabaseObserver): void {
  const { connection: wire } = connection as unknown as { readonly connection: NodeJS.EventEmitter };
  wire.on('errorMessage', (message: { readonly code?: string }) =>
    observer.databaseFailed(databaseErrorClass(message.code)),
  );
}

function guarded(
  connection: pg.PoolClient,
  deadlines: StatementDeadlines,
  observer: DatabaseObserver | undefined,
): pg.PoolClient['query'] {
  const prepared = new PreparedStatements();
  return new Proxy(connection.query, {
    apply(query, self, [statement, ...rest]: [string | pg.QueryConfig, ...unknown[]]) {
      deadlines.sent(connection);
      const send = (sent: typeof statement) =>
        timed((given) => Reflect.apply(query, self, [sent, ...given]), rest, observer);
      if (typeof statement === 'string' || !statement.name) return send(statement);
      const { name, evicted } = prepared.use(statement.name);
      if (evicted !== undefined) Reflect.apply(query, self, [closing(evicted)]);
      return send({ ...statement, name });
    },
  });
}

/** Answers come by a promise, or as the pool asks by a callback, the last argument. */
function timed(
  send: (given: readonly unknown[]) => unknown,
  given: readonly unknown[],
  observer?: DatabaseObserver,
): unknown {
  const began = performance.now();
  const ended = () => observer?.answered((performance.now() - began) / 1000);
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    return send([
      ...given.slice(0, -1),
      (...answer: unknown[]) => {
        ended();
        callback(...answer);
      },
    ]);
  }
  const answer = send(given);
  if (answer instanceof Promise) answer.then(ended, ended);
  return answer;
}

/** The protocol's own message: PgBouncer gives statements other names, which DEALLOCATE misses. */
function closing(name: string): pg.Submittable & Record<'handleError' | 'handleReadyForQuery', () => void> {
  return {
    submit(connection) {
      connection.close({ type: 'S', name }, true);
      connection.sync();
    },
    handleError: ignore,
    handleReadyForQuery: ignore,
  };
}

/** The pool has already dropped the connection, and its user's statement fails. */
function ignore(): void {}
