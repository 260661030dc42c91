import type { Database } from '../../database/database.ts';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import { CANCEL_OF_ANY, CANCELLED_AT_ONCE } from '../../graph/webhook/pendingDeliveries.ts';
import type { ClaimedDelivery, ClaimRequest, Claims } from './claims.ts';
import { PROMPT_MS, SLOTS_PER_WEBHOOK } from './fairScheduler.ts';
import {
  ABANDONED,
  ABANDONED_EMBEDDED,
  CLAIM,
  DEPTH,
  FINALISE,
  FORGET_DELETED,
  PAYLOADS,
  PRUNE,
  WAITING,
} from './queueStatements.ts';

/** The first key of the locks that workers hold while they live. */
export const WORKER_LOCKS = 730_221_107;

interface NoSlot {
  readonly id: null;
  readonly webhookId: string;
}

/** How an attempt ended. */
export interface EndedAttempt {
  readonly id: string;
  readonly webhookId: string;
  readonly token: string;
  readonly outcome: 'delivered' | 'failed' | 'retry';
  /** Until the next attempt, in milliseconds. */
  readonly delay: number;
  /** RFC 3339. */
  readonly started: string;
  readonly duration: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly body: string | null;
}

/** What writing a batch of attempts has done. */
export interface Finalised {
  /** How many: all but those whose claim had passed to another worker. */
  readonly written: number;
  /** Webhooks that have only failed for so long that they are to be disabled. */
  readonly failingTooLong: readonly string[];
}

export interface DueWebhook {
  readonly webhookId: string;
  /** Milliseconds until its first delivery is due, negative when it is. */
  readonly dueIn: number;
  /** Whether its last attempt ran into the timeout without an answer. */
  readonly isSilent: boolean;
}

/** Longer than an attempt can take, so that it ends for workers alone that hang. */
const LEASE = '30 seconds';
/** A webhook of which every delivery failed for so long, and at least so many, is disabled. */
const FAILING_TOO_LONG = '5 days';
const FAILING_TOO_LONG_COUNT = 10;
/** A statement of the queue that takes longer says that the server is away. */
const STATEMENT_MS = 10_000;

/**
 * Every statement of the dispatcher. They run past Prisma: each is prepared once a
 * connection and reads or writes a whole batch.
 */
export class DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Claims what is due; committed when it returns. */
  async claim({ webhooks, wanted, perWebhook, worker, ended }: ClaimRequest): Promise<Claims> {
    const rows = await this.#rows<ClaimedDelivery | NoSlot>('webhooks claim', CLAIM, [
      ...[webhooks, wanted, perWebhook, SLOTS_PER_WEBHOOK],
      ...[worker, LEASE, ended],
    ]);
    return {
      claimed: rows.filter((row) => row.id !== null),
      full: rows.flatMap((row) => (row.id === null ? [row.webhookId] : [])),
    };
  }

  /**
   * Writes how attempts ended. An attempt whose claim has passed to another worker changes nothing and is not counted.
   */
  async finalise(attempts: readonly EndedAttempt[]): Promise<Finalised> {
    const [finalised] = await this.#rows<Finalised>('webhooks finalise', FINALISE, [
      JSON.stringify(attempts),
      ...[FAILING_TOO_LONG, FAILING_TOO_LONG_COUNT, PROMPT_MS],
    ]);
    return finalised ?? { written: 0, failingTooLong: [] };
  }

  /** Webhooks with something to send, now or later. */
  async waiting(): Promise<DueWebhook[]> {
    return await this.#rows<DueWebhook>('webhooks waiting', WAITING, []);
  }

  /**
   * Claims whose worker is gone, or has held them beyond the lease.
   *
   * @param worker the one that asks
   * @param ended tokens of attempts that it is about to write: made under a key that it has lost,
   * they are left to it until the lease ends
   */
  async abandoned(
    worker: number,
    ended: readonly string[],
  ): Promise<
    (Pick<ClaimedDelivery, 'id' | 'webhookId' | 'token' | 'kind' | 'attempt'> & {
      started: string;
      duration: number;
    })[]
  > {
    return this.#database.kind === 'embedded'
      ? await this.#rows('webhooks abandoned', ABANDONED_EMBEDDED, [worker])
      : await this.#rows('webhooks abandoned', ABANDONED, [WORKER_LOCKS, ended]);
  }

  /** The bodies of events, by position. */
  async payloads(positions: readonly string[]): Promise<{ readonly position: string; readonly payload: string }[]> {
    return await this.#rows('webhooks payloads', PAYLOADS, [positions]);
  }

  /** What waits and is due, and how long the oldest of it has been, in seconds. */
  async depth(): Promise<{ readonly pending: number; readonly oldestDueSeconds: number }> {
    const [row] = await this.#rows<{ pending: number; oldestDueSeconds: number }>('webhooks depth', DEPTH, []);
    return row ?? { pending: 0, oldestDueSeconds: 0 };
  }

  /** Deletes a batch of deliveries that ended so long ago, with their attempts. @returns how many */
  async prune(days: number, batch: number): Promise<number> {
    const rows = await this.#rows('webhooks prune', PRUNE, [days, batch]);
    return rows.length;
  }

  /** Writes that a batch of what waits for webhooks that have ended is cancelled. @returns how many */
  async cancelEnded(): Promise<number> {
    const rows = await this.#rows('webhooks cancel', CANCEL_OF_ANY, [CANCELLED_AT_ONCE]);
    return rows.length;
  }

  /** Deletes webhooks that their owners deleted and of which no delivery is left. */
  async forgetDeleted(): Promise<void> {
    await this.#rows('webhooks forget', FORGET_DELETED, []);
  }

  async #rows<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return await this.#database.session(
      async (connection) => (await connection.query<Row>({ name, text, values: [...values] })).rows,
      { statementMs: STATEMENT_MS },
    );
  }
}
