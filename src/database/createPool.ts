import pg from 'pg';

/** A pool whose lost connections never end the process: pg raises them as `error` events, also while nobody listens. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', ignore);
  pool.on('connect', (connection) => connection.on('error', ignore));
  return pool;
}

/** The pool has dropped the connection already, and whoever uses it hears of it from his statement. */
function ignore(): void {}
