import type { Database } from '../../database/database.ts';

const INTERVAL_MS = 60_000;

/** Writes the keys' last uses in batches, once a minute. A crash loses the last minute. */
export class LastUses {
  readonly #database: Pick<Database, 'client'>;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #used = new Set<string>();

  constructor(database: Pick<Database, 'client'>, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.write(), INTERVAL_MS).unref();
  }

  note(id: string): void {
    this.#used.add(id);
  }

  /** Writes the collected uses. On an error they are reported to `onFailure` and lost. */
  async write(): Promise<void> {
    if (this.#used.size === 0) return;
    const ids = [...this.#used];
    this.#used = new Set();
    try {
      await this.#database.client.$executeRaw`
        UPDATE api_key SET last_used_at = date_trunc('minute', now())
        WHERE id = ANY (${ids}) AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
