import type { Database } from '../../database/database.ts';
import { FAILING_WEBHOOK } from '../../graph/model/limits.ts';
import type { DueDelivery, EndedAttempt, Payload } from './dueDelivery.ts';
import * as statements from './queueStatements.ts';

/** A webhook that only this dispatcher serves. */
export interface LeasedWebhook {
  readonly webhookId: string;
  /** Fences the writes under this lease. */
  readonly epoch: number;
  /** The position up to which its log is read. */
  readonly position: number;
  readonly isSlow: boolean;
  /** Holders that died since a holder last wrote a result. */
  readonly crashes: number;
  /** Whether it has an urgent delivery. */
  readonly isUrgent: boolean;
}

/** How many webhooks to lease. */
export interface LeaseRequest {
  readonly prompt: number;
  readonly slow: number;
  /** Whatever they are, with an urgent delivery. */
  readonly urgent: number;
  /** Those that dead dispatchers had leased. */
  readonly interrupted: number;
}

/** A read of a leased webhook's next deliveries. */
export interface NextRequest {
  readonly webhookId: string;
  readonly epoch: number;
  /** The log is read after this position. */
  readonly after: number;
  readonly take: number;
  readonly urgent: number;
}

/** The body of an event is in its first row. */
interface NextRow extends Omit<DueDelivery, 'payload'> {
  readonly head: number;
  readonly revision: number;
  readonly payload: string | null;
  readonly traceparent: string | null;
}

/** What was found when new events were looked for. */
export interface FoundDue {
  /** The last position of the log. */
  readonly head: number;
  /** Webhooks leased by the dispatcher that read one of the events. */
  readonly news: readonly string[];
  /** Those with something that is due by time, or by hand. */
  readonly due: readonly string[];
}

/** The next deliveries of a webhook. */
export interface NextDeliveries {
  readonly deliveries: readonly DueDelivery[];
  /** The last position of the log when it was read. */
  readonly head: number;
  /** The webhook's revision then. */
  readonly revision: number;
}

/** How far a leased webhook has read. */
export interface ReadPosition {
  readonly webhookId: string;
  readonly epoch: number;
  readonly position: number;
  readonly isSlow: boolean;
  /** Holders that died since a holder last wrote a result; 0 once this one has. */
  readonly crashes: number;
  /** The webhook's revision when it was last read. */
  readonly revision: number;
}

/** The result of writing a batch of attempts. */
export interface Finalised {
  /** Written attempts: all but those whose lease had passed to another dispatcher. */
  readonly written: number;
  /** Webhooks that have failed for so long that they must be disabled. */
  readonly failingTooLong: readonly string[];
  /** Webhooks whose lease this dispatcher has lost. */
  readonly lost: readonly string[];
  /** Webhooks that were changed since they were read. */
  readonly changed: readonly string[];
}

/** A statement of the queue that takes longer shows that the server is away. */
const STATEMENT_MS = 10_000;

/** The queue of deliveries: the positions of webhooks in the log, and the rows of attempted deliveries. */
export class DeliveryQueue {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns whether it follows an outage of the database, in which dispatchers could not be seen */
  async heartbeat(dispatcher: number): Promise<boolean> {
    const [row] = await this.#rows<{ followsOutage: boolean }>('webhooks heartbeat', statements.HEARTBEAT, [
      dispatcher,
    ]);
    return row?.followsOutage ?? false;
  }

  /** Frees the leases of dead dispatchers, where this one is seen as alive. @returns how many leases and dispatchers */
  async freeAbandoned(dispatcher: number): Promise<number> {
    const isOnly = this.#database.kind === 'embedded';
    const text = isOnly ? statements.FREE_ABANDONED_EMBEDDED : statements.FREE_ABANDONED;
    const [row] = await this.#rows<{ count: number }>('webhooks free abandoned', text, [dispatcher]);
    return row?.count ?? 0;
  }

  /** Frees the leases of this dispatcher except those of these webhooks. Nothing may be leased at the same time. */
  async freeUnknown(dispatcher: number, known: readonly string[]): Promise<void> {
    await this.#rows('webhooks free unknown', statements.FREE_UNKNOWN, [dispatcher, known]);
  }

  /**
   * Makes due the webhooks that read an event after this position, and finds those among the dispatcher's own.
   * @param after null: reads the head alone
   */
  async markDue(dispatcher: number, after: number | null): Promise<FoundDue> {
    const [found] = await this.#rows<FoundDue>('webhooks mark due', statements.MARK_DUE, [after, dispatcher]);
    return found ?? { head: after ?? 0, news: [], due: [] };
  }

  /** Makes due those of these webhooks that have something to send. @param webhooks null: all */
  async checkDue(webhooks: readonly string[] | null): Promise<void> {
    if (webhooks === null) await this.#rows('webhooks check all due', statements.CHECK_ALL_DUE, []);
    else await this.#rows('webhooks check due', statements.CHECK_DUE, [webhooks]);
  }

  /** Leases due webhooks, at most this many of each kind. */
  async lease(dispatcher: number, { prompt, slow, urgent, interrupted }: LeaseRequest): Promise<LeasedWebhook[]> {
    const values = [dispatcher, prompt, slow, urgent, interrupted];
    return await this.#rows<LeasedWebhook>('webhooks lease', statements.LEASE, values);
  }

  /**
   * Reads the next deliveries of leased webhooks.
   * @param sending deliveries that have rows and are being sent
   * @returns by webhook; one whose lease is lost, or that has ended, is absent
   */
  async next(asked: readonly NextRequest[], sending: readonly string[]): Promise<Map<string, NextDeliveries>> {
    const rows = await this.#rows<NextRow>('webhooks next', statements.NEXT, [JSON.stringify(asked), sending]);
    const found = new Map<string, NextDeliveries & { readonly deliveries: DueDelivery[] }>();
    const events = new Map<number | null, Payload>();
    for (const { head, revision, payload: text, traceparent, ...delivery } of rows) {
      const { webhookId, eventPosition } = delivery;
      let of = found.get(webhookId);
      if (of === undefined) {
        of = { deliveries: [], head, revision };
        found.set(webhookId, of);
      }
      if (delivery.id === null) continue;
      const payload = text === null ? (events.get(eventPosition) ?? null) : { body: Buffer.from(text), traceparent };
      if (eventPosition !== null && payload !== null) events.set(eventPosition, payload);
      of.deliveries.push({ ...delivery, payload });
    }
    return found;
  }

  /** Writes the results of attempts, and the positions of their webhooks. */
  async finalise(attempts: readonly EndedAttempt[], unordered: readonly ReadPosition[]): Promise<Finalised> {
    const places = [...unordered].sort((one, other) => (one.webhookId < other.webhookId ? -1 : 1));
    const [finalised] = await this.#rows<Finalised>('webhooks finalise', statements.FINALISE, [
      ...[JSON.stringify(attempts), JSON.stringify(places)],
      ...[
        `${FAILING_WEBHOOK.disabledAfterHours} hours`,
        FAILING_WEBHOOK.failures,
        places.map(({ webhookId }) => webhookId),
      ],
    ]);
    return finalised ?? { written: 0, failingTooLong: [], lost: [], changed: [] };
  }

  /** Releases leases. @param places isDone: the webhook has nothing to send now */
  async release(places: readonly (ReadPosition & { readonly isDone: boolean })[]): Promise<void> {
    const webhooks = places.map(({ webhookId }) => webhookId);
    await this.#rows('webhooks release', statements.RELEASE, [JSON.stringify(places), webhooks]);
    await this.checkDue(webhooks);
  }

  /** Removes a dispatcher that holds no leases. */
  async leave(dispatcher: number): Promise<void> {
    await this.#rows('webhooks leave', statements.LEAVE, [dispatcher]);
  }

  async #rows<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    return await this.#database.query<Row>({ name, text, values: [...values] }, { statementMs: STATEMENT_MS });
  }
}
