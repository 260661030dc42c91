import pg from 'pg';
import { errorMessage } from '../errors.ts';
import type { DatabaseHost } from './databaseUrl.ts';

/** A host that does not answer may take so long before the next one is tried. */
const PROBE_MS = 1_500;

/**
 * A client class that connects to the first of several hosts that accepts writes. They are asked in their order at each
 * connection, so that connections follow a failover.
 */
export function primaryClient(hosts: readonly DatabaseHost[]): typeof pg.Client {
  return class extends pg.Client {
    readonly #config: pg.ClientConfig | undefined;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.#config = config;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary();
      if (callback === undefined) return connected;
      connected.then(
        () => callback(null),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      Object.assign(this, await findPrimary(hosts, this.#config ?? {}));
      return await super.connect();
    }
  };
}

/** What each of the hosts answered, none of which accepts writes. */
export class NoPrimaryError extends AggregateError {
  readonly failures: readonly { readonly place: string; readonly cause: unknown }[];

  constructor(failures: NoPrimaryError['failures']) {
    const message = failures.map(({ place, cause }) => `${place}: ${errorMessage(cause)}`).join('; ');
    super(
      failures.map(({ cause }) => cause),
      message,
    );
    this.failures = failures;
  }
}

/** @throws NoPrimaryError */
async function findPrimary(hosts: readonly DatabaseHost[], config: pg.ClientConfig): Promise<DatabaseHost> {
  const failures: { readonly place: string; readonly cause: unknown }[] = [];
  for (const place of hosts) {
    const client = Object.assign(new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS }), place);
    client.on('error', () => {});
    try {
      await client.connect();
      const asked: pg.QueryConfig & { readonly query_timeout: number } = {
        text: `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
        query_timeout: PROBE_MS,
      };
      const { rows } = await client.query<{ isReadOnly: boolean }>(asked);
      if (rows[0]?.isReadOnly === false) return place;
      throw Object.assign(new Error('is read-only'), { code: READ_ONLY });
    } catch (cause) {
      failures.push({ place: `${place.host}:${place.port}`, cause });
    } finally {
      void client.end().catch(() => {});
    }
  }
  throw new NoPrimaryError(failures);
}

/** read_only_sql_transaction */
const READ_ONLY = '25006';
