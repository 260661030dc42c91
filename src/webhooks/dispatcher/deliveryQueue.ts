import type { Database } from '../../database/database.ts';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import { CANCEL_OF_ANY, CANCELLED_AT_ONCE } from '../../graph/subscription/pendingDeliveries.ts';
import type { ClaimedDelivery, ClaimRequest, Claims } from './claims.ts';
import { ENDPOINT_CAP, PROMPT_MS } from './endpoints.ts';
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
  readonly subscriptionId: string;
}

/** How an attempt ended. */
export interface EndedAttempt {
  readonly id: string;
  readonly subscriptionId: string;
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
  /** Subscriptions that have only failed for so long that they are to be disabled. */
  readonly hopeless: readonly string[];
}

export interface DueSubscription {
  readonly subscriptionId: string;
  /** Milliseconds until its first delivery is due, negative when it is. */
  readonly dueIn: number;
  /** Whether its last attempt waited for an answer in vain. */
  readonly isSilent: boolean;
}

/** Longer than an attempt can take, so that it ends for workers alone that hang. */
const LEASE = '30 seconds';
/** A subscription of which every delivery failed for so long, and at least so many, is disabled. */
const HOPELESS_AFTER = '5 days';
const HOPELESS_FAILURES = 10;
/** A statement of the queue that takes longer says that the server is away. */
const STATEMENT_MS = 10_000;

/** Every statement of the dispatcher. They run past Prisma: each is prepared once a connection and reads or writes a whole batch. */
export class DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Claims what is due; committed when it returns. */
  async claim({ subscriptions, wanted, perSubscription, worker, ended }: ClaimRequest): Promise<Claims> {
    const rows = await this.#rows<ClaimedDelivery | NoSlot>('webhooks claim', CLAIM, [
      ...[subscriptions, wanted, perSubscription, ENDPOINT_CAP],
      ...[worker, LEASE, ended],
    ]);
    return {
      claimed: rows.filter((row) => row.id !== null),
      full: rows.flatMap((row) => (row.id === null ? [row.subscriptionId] : [])),
    };
  }

  /** Writes how attempts ended. An attempt whose claim has passed to another worker changes nothing and is not counted. */
  async finalise(attempts: readonly EndedAttempt[]): Promise<Finalised> {
    const [finalised] = await this.#rows<Finalised>('webhooks finalise', FINALISE, [
      JSON.stringify(attempts),
      ...[HOPELESS_AFTER, HOPELESS_FAILURES, PROMPT_MS],
    ]);
    return finalised ?? { written: 0, hopeless: [] };
  }

  /** Subscriptions with something to send, now or later. */
  async waiting(): Promise<DueSubscription[]> {
    return await this.#rows<DueSubscription>('webhooks waiting', WAITING, []);
  }

  /**
   * Claims whose worker is gone, or has held them beyond the lease.
   *
   * @param worker the one that asks
   * @param ended tokens of attempts that it is about to write: made under a key that it has lost, they are left to it until the lease ends
   */
  async abandoned(
    worker: number,
    ended: readonly string[],
  ): Promise<
    (Pick<ClaimedDelivery, 'id' | 'subscriptionId' | 'token' | 'kind' | 'attempt'> & {
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

  /** Writes that a batch of what waits for subscriptions that have ended is cancelled. @returns how many */
  async cancelEnded(): Promise<number> {
    const rows = await this.#rows('webhooks cancel', CANCEL_OF_ANY, [CANCELLED_AT_ONCE]);
    return rows.length;
  }

  /** Deletes subscriptions that their owners deleted and of which no delivery is left. */
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
