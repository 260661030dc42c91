import type pg from 'pg';
import { AmbientValue } from './ambientValue.ts';

/** How often it is looked for statements that are late, in milliseconds. */
const LOOK_EVERY_MS = 250;

const allowances = new AmbientValue<number>();

/** Whatever statements `work` sends may take this long each, in milliseconds. */
export function allowingStatements<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return allowances.run(milliseconds, work);
}

/**
 * Ends connections whose statement is late. The server's own statement_timeout is no help against a server that is paused, or a
 * network that swallows everything: there nobody would say no for hours. The statement fails as if the connection had broken.
 */
export class StatementDeadlines {
  readonly #standardMs: number;
  readonly #due = new Map<pg.PoolClient, number>();
  readonly #own = new WeakMap<object, number>();
  /** Found late at the look before. */
  #late = new Set<pg.PoolClient>();
  readonly #look: NodeJS.Timeout;

  /** @param standardMs what a statement may take unless `allowingStatements` or `allow` says otherwise; Infinity: as long as it likes */
  constructor(standardMs: number) {
    this.#standardMs = standardMs;
    this.#look = setInterval(() => this.#endLate(), LOOK_EVERY_MS).unref();
  }

  /** To be called with every new connection. */
  watch(connection: pg.PoolClient): void {
    const ended = () => this.released(connection);
    connection.on('drain', ended).on('end', ended);
  }

  /**
   * To be called when a connection goes back to its pool: nothing is under way on it. Where others wait for it, it goes on to the next
   * at once and never says `drain`.
   */
  released(connection: pg.PoolClient): void {
    this.#due.delete(connection);
    this.#late.delete(connection);
  }

  /** To be called with each statement that is sent. */
  sent(connection: pg.PoolClient): void {
    const milliseconds = this.#own.get(connection) ?? allowances.current ?? this.#standardMs;
    // Behind one under way it waits: what follows a late one is not in time.
    if (!this.#due.has(connection)) this.#due.set(connection, performance.now() + milliseconds);
  }

  /** Another time for the statements of one connection, until `undefined` gives it back the usual one. */
  allow(connection: pg.ClientBase, milliseconds: number | undefined): void {
    if (milliseconds === undefined) this.#own.delete(connection);
    else this.#own.set(connection, milliseconds);
  }

  stop(): void {
    clearInterval(this.#look);
  }

  #endLate(): void {
    const now = performance.now();
    const before = this.#late;
    this.#late = new Set();
    for (const [connection, due] of this.#due) {
      if (due > now) continue;
      // A process that was busy itself finds everything late, before it has read the answers that lie there.
      if (!before.has(connection)) {
        this.#late.add(connection);
        continue;
      }
      this.#due.delete(connection);
      // With a statement under way this breaks the connection off and fails it; the pool opens another.
      connection.end(() => {});
    }
  }
}
