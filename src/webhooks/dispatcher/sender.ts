import { LRUCache } from 'lru-cache';
import { type SecretBox, SecretBoxError } from '../../graph/secrets/secretBox.ts';
import { secretContextOf } from '../../graph/webhook/webhookSecret.ts';
import { version } from '../../version.ts';
import type { DeliveryClient, DeliveryRequest } from '../client/deliveryClient.ts';
import type { AttemptResult } from '../client/exchange.ts';
import { sign } from '../signature.ts';
import type { ClaimedDelivery } from './claims.ts';
import type { EndedAttempt } from './deliveryQueue.ts';
import { nextStep } from './retryPlan.ts';

const USER_AGENT = `canonical-anime-catalog/${version} (webhooks)`;
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
      webhookId: delivery.webhookId,
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
  #open({ webhookId, secret }: ClaimedDelivery): string | null {
    const kept = this.#opened.get(secret);
    if (kept !== undefined) return kept;
    try {
      const opened = this.#secrets.decrypt(secret, secretContextOf(webhookId));
      this.#opened.set(secret, opened);
      return opened;
    } catch (error) {
      if (error instanceof SecretBoxError) return null;
      throw error;
    }
  }
}

/**
 * A delivery as it is sent: signed with the instant of this attempt (docs/contract.md#signature).
 * @param now milliseconds since 1970
 */
function deliveryRequest(
  { id, eventId, attempt, url }: ClaimedDelivery,
  body: Uint8Array,
  secret: string,
  now: number,
): DeliveryRequest {
  const timestamp = Math.floor(now / 1000);
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'service-event-id': eventId,
    'service-delivery-id': id,
    'service-attempt': String(attempt),
    'service-timestamp': String(timestamp),
    'service-signature': sign(secret, timestamp, body),
  };
  return { url, headers, body };
}
