import type pg from 'pg';
import { AmbientValue } from '../ambientValue.ts';

/** The interval of the check for late statements. */
const CHECK_EVERY_MS = 250;

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
  readonly #due = new Map<pg.PoolClient, number>();
  readonly #own = new WeakMap<object, number>();
  /** Statements found late at the previous check. */
  #late = new Set<pg.PoolClient>();
  readonly #checks: NodeJS.Timeout;

  /** @param standardMs deadline unless `allowingStatements` or `allow` sets another; Infinity: none */
  constructor(standardMs: number) {
    this.#standardMs = standardMs;
    this.#checks = setInterval(() => this.#endLate(), CHECK_EVERY_MS).unref();
  }

  /** Call with every new connection. */
  watch(connection: pg.PoolClient): void {
    const ended = () => this.released(connection);
    connection.on('drain', ended).on('end', ended);
  }

  /** Call when a connection returns to its pool. A waiting user gets it at once, and it never emits `drain`. */
  released(connection: pg.PoolClient): void {
    this.#due.delete(connection);
    this.#late.delete(connection);
  }

  /** Call with each statement that is sent. */
  sent(connection: pg.PoolClient): void {
    const milliseconds = this.#own.get(connection) ?? allowances.current ?? this.#standardMs;
    // A statement behind a late one is late too.
    if (!this.#due.has(connection)) this.#due.set(connection, performance.now() + milliseconds);
  }

  /** Sets another deadline for one connection's statements; `undefined` resets it. */
  allow(connection: pg.ClientBase, milliseconds: number | undefined): void {
    if (milliseconds === undefined) this.#own.delete(connection);
    else this.#own.set(connection, milliseconds);
  }

  stop(): void {
    clearInterval(this.#checks);
  }

  #endLate(): void {
    const now = performance.now();
    const before = this.#late;
    this.#late = new Set();
    for (const [connection, due] of this.#due) {
      if (due > now) continue;
      // After a pause of this process every statement looks late until the arrived answers are read.
      if (!before.has(connection)) {
        this.#late.add(connection);
        continue;
      }
      this.#due.delete(connection);
      // With a statement under way this destroys the connection, and the statement fails; the pool opens another.
      connection.end(() => {});
    }
  }
}
