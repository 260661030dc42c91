import type pg from 'pg';
import { AmbientValue } from './ambientValue.ts';

/** How often late statements are looked for. */
const CHECK_EVERY_MS = 250;

const allowances = new AmbientValue<number>();

/** Each statement that `work` sends may take this long. */
export function allowingStatements<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return allowances.run(milliseconds, work);
}

/**
 * Ends connections whose statement is late. The server's own statement_timeout does not help against a paused server or
 * a network that drops everything, where a statement would hang for hours. It fails as if the connection had broken.
 */
export class StatementDeadlines {
  readonly #standardMs: number;
  readonly #due = new Map<pg.PoolClient, number>();
  readonly #own = new WeakMap<object, number>();
  /** Found late at the check before. */
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

  /**
   * Call when a connection goes back to its pool. Where others wait for it, the next user
   * gets it at once, and it never emits `drain`.
   */
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
      // A process that was busy itself finds everything late before it reads the answers that have arrived.
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
