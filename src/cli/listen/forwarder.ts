import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { DELIVERY_ATTEMPTS } from '../../graph/model/limits.ts';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import { type ReceiverUrl, targetOf } from '../../graph/webhook/receiverUrl.ts';
import { DeliveryClient } from '../../webhooks/client/deliveryClient.ts';
import { deliveryRequest } from '../../webhooks/deliveryRequest.ts';
import { nextStep } from '../../webhooks/dispatcher/retryPlan.ts';
import type { LoggedEvent } from './eventLog.ts';

/** How an attempt to forward an event ended. */
export interface ForwardedAttempt {
  readonly position: number;
  readonly eventId: string;
  readonly kind: string;
  /** The title of the anime, and the number of the episode. */
  readonly title: string;
  /** From 1. */
  readonly attempt: number;
  /** The status of the answer; null without one. */
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number;
  readonly outcome: 'delivered' | 'failed' | 'retry';
  /** The wait before the next attempt; 0 without one. */
  readonly delayMs: number;
}

/** Shorter than the waits of the service: a program under development is soon restarted. */
const LONGEST_WAIT_MS = 10_000;

/** Posts events to a program on this machine as the service posts them to receivers, with the same code. */
export class Forwarder {
  readonly #client: DeliveryClient;
  readonly #target: ReceiverUrl;
  readonly #secret: string;
  readonly #signal: AbortSignal;

  /** @param signal ends the attempt in flight */
  constructor(target: ReceiverUrl, secret: string, signal: AbortSignal) {
    const exempt = new Set([targetOf(target.host, new URL(target.href).port || 443)]);
    this.#client = new DeliveryClient({ exempt, readUrl: () => target });
    this.#target = target;
    this.#secret = secret;
    this.#signal = signal;
  }

  /**
   * Posts one event until it is acknowledged or has failed for good, as the service judges it.
   * @param report called with every attempt
   * @returns whether it was acknowledged; null when the signal came first
   */
  async forward(logged: LoggedEvent, report: (attempt: ForwardedAttempt) => Promise<void>): Promise<boolean | null> {
    const { position, event } = logged;
    const facts = { position, eventId: event.id, kind: event.kind, title: formatTitle(event.data) };
    const delivery = { id: uuidv7(), eventId: event.id, isTest: false, url: this.#target.href };
    // The bytes of the log: the service wrote them by JSON.stringify, which writes what was parsed as it was.
    const body = Buffer.from(JSON.stringify(event));
    for (let attempt = 1; attempt <= DELIVERY_ATTEMPTS; attempt += 1) {
      const began = performance.now();
      const request = deliveryRequest({ ...delivery, attempt }, body, this.#secret, Date.now());
      const result = await this.#client.post(request, this.#signal);
      if (this.#signal.aborted && result.error !== null) return null;
      const durationMs = Math.round(performance.now() - began);
      const { outcome } = nextStep(result, delivery.isTest, attempt, Date.now());
      const delayMs = outcome === 'retry' ? Math.min(1_000 * 2 ** (attempt - 1), LONGEST_WAIT_MS) : 0;
      const { status, error } = result;
      await report({ ...facts, attempt, status, error, durationMs, outcome, delayMs });
      if (outcome !== 'retry') return outcome === 'delivered';
      await sleep(delayMs, undefined, { signal: this.#signal }).catch(() => {});
      if (this.#signal.aborted) return null;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function formatTitle(data: unknown): string {
  const { title, number, anime } = data as {
    readonly title?: string | null;
    readonly number?: number | string;
    readonly anime?: { readonly title?: string | null };
  };
  return anime === undefined ? (title ?? '') : `${anime.title ?? ''} ${number ?? ''}`;
}
