import { LRUCache } from 'lru-cache';
import { type SecretBox, SecretBoxError } from '../../graph/secrets/secretBox.ts';
import { secretContextOf } from '../../graph/subscription/subscriptionSecret.ts';
import type { DeliveryClient } from '../client/deliveryClient.ts';
import type { AttemptResult } from '../client/exchange.ts';
import type { ClaimedDelivery } from './claims.ts';
import type { EndedAttempt } from './deliveryQueue.ts';
import { deliveryRequest } from './deliveryRequest.ts';
import { nextStep } from './retryPlan.ts';

const KEPT_SECRETS = 10_000;
const UNSIGNED: AttemptResult = { status: null, error: 'unsigned', responseBody: null, retryAfter: null };

/** What became of an attempt, for those who count and log. */
export interface AttemptReport {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly ended: EndedAttempt;
}

/** Makes single attempts. */
export class Sender {
  readonly #client: DeliveryClient;
  readonly #secrets: SecretBox;
  readonly #opened = new LRUCache<string, string>({ max: KEPT_SECRETS });

  constructor(client: DeliveryClient, secrets: SecretBox) {
    this.#client = client;
    this.#secrets = secrets;
  }

  /** Signs and posts, and says what follows. Where the secret cannot be opened nothing is sent: `unsigned`. */
  async send(delivery: ClaimedDelivery, body: Buffer, signal: AbortSignal): Promise<AttemptReport> {
    const now = Date.now();
    const began = performance.now();
    const secret = this.#open(delivery);
    const result =
      secret === null ? UNSIGNED : await this.#client.post(deliveryRequest(delivery, body, secret, now), signal);
    const step = nextStep(result, delivery.kind, delivery.attempt, Date.now());
    const ended: EndedAttempt = {
      id: delivery.id,
      subscriptionId: delivery.subscriptionId,
      token: delivery.token,
      outcome: step.outcome,
      delay: step.outcome === 'retry' ? step.delayMs : 0,
      started: new Date(now).toISOString(),
      duration: Math.round(performance.now() - began),
      status: result.status,
      error: result.error,
      body: result.responseBody,
    };
    return { delivery, result, ended };
  }

  /** @returns null when no key opens it */
  #open({ subscriptionId, secret }: ClaimedDelivery): string | null {
    const kept = this.#opened.get(secret);
    if (kept !== undefined) return kept;
    try {
      const opened = this.#secrets.decrypt(secret, secretContextOf(subscriptionId));
      this.#opened.set(secret, opened);
      return opened;
    } catch (error) {
      if (error instanceof SecretBoxError) return null;
      throw error;
    }
  }
}
