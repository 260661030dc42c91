import type pg from 'pg';
import { AmbientValue } from '../../base/ambientValue.ts';

const allowances = new AmbientValue<number>();

/** Sets the deadline of each statement that `work` sends. */
export function allowingStatements<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return allowances.run(milliseconds, work);
}

/**
 * Closes connections with a late statement. The server's statement_timeout does not help when the server is paused or
 * the network drops everything, where a statement would hang for hours. The statement fails as if the connection had
 * broken.
 */
export class StatementDeadlines {
  readonly #standardMs: number;
  readonly #timers = new Map<pg.PoolClient, NodeJS.Timeout>();
  readonly #own = new WeakMap<object, number>();

  /** @param standardMs deadline unless `allowingStatements` or `allow` sets another; Infinity: none */
  constructor(standardMs: number) {
    this.#standardMs = standardMs;
  }

  /** Call with every new connection. */
  watch(connection: pg.PoolClient): void {
    const ended = () => this.released(connection);
    connection.on('drain', ended).on('end', ended);
  }

  /** Call when a connection returns to its pool. A waiting user gets it at once, and it never emits `drain`. */
  released(connection: pg.PoolClient): void {
    clearTimeout(this.#timers.get(connection));
    this.#timers.delete(connection);
  }

  /** Call with each statement that is sent; one behind a late one is late too. */
  sent(connection: pg.PoolClient): void {
    const milliseconds = this.#own.get(connection) ?? allowances.current ?? this.#standardMs;
    if (this.#timers.has(connection) || milliseconds === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => {
      // After a pause of this process every statement looks late until the arrived answers are read.
      setImmediate(() => {
        // With a statement under way this destroys the connection; the pool opens another.
        if (this.#timers.get(connection) === timer) connection.end(() => {});
      });
    }, milliseconds);
    this.#timers.set(connection, timer.unref());
  }

  /** Sets another deadline for one connection's statements; `undefined` resets it. */
  allow(connection: pg.ClientBase, milliseconds: number | undefined): void {
    if (milliseconds === undefined) this.#own.delete(connection);
    else this.#own.set(connection, milliseconds);
  }
}
