import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../base/errors.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { printNote } from '../terminal/output.ts';

/** An event as `GET /v1/events` shows it. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: { readonly id: string; readonly kind: string; readonly data: unknown };
}

interface EventPage {
  readonly items: readonly LoggedEvent[];
  /** `position`: how far the page reads. */
  readonly page: { readonly position: number };
}

interface EventLogOptions {
  /** Of the public listener. */
  readonly origin: string;
  /** An API key or access token; undefined: anonymous. */
  readonly key: string | undefined;
  /** Separated by commas; null: all. The service validates them. */
  readonly kinds: string | null;
  /** Ends the request in flight. */
  readonly signal: AbortSignal;
}

/** Seconds for which the service may hold a request until something is published. */
const WAIT = 30;
/** The timeout beyond the wait. */
const ANSWER_MS = 15_000;
/** Between two requests of which the first brought nothing before its time, as while the service stops. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** Events are published in bursts, and one is forwarded at a time. */
const PAGE = 100;

/** Why the service cannot be read at the moment. */
class ServiceAway extends CommandFailure {
  readonly retryAfterMs: number;

  constructor(code: string, message: string, retryAfterMs = 0) {
    super(code, message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The event log of a service, read over its public interface (docs/webhooks/README.md#keeping-a-mirror). */
export class EventLog {
  readonly #options: EventLogOptions;

  constructor(options: EventLogOptions) {
    this.#options = options;
  }

  /** The position of the newest event. @throws CommandFailure, UsageError for unknown kinds */
  async head(): Promise<number> {
    const { page } = await this.#read({ limit: '0' });
    return page.position;
  }

  /**
   * The events that follow a position, as they are published; requesting the next one confirms the previous one. Waits
   * for a service that is away. Ends with the signal.
   * @throws CommandFailure where waiting does not help
   */
  async *follow(position: number): AsyncGenerator<LoggedEvent> {
    const { signal } = this.#options;
    let after = position;
    let failures = 0;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        const { items, page } = await this.#read({ after: String(after), limit: String(PAGE), wait: String(WAIT) });
        if (failures > 0) await printNote(`${this.#options.origin} answers again: continuing after position ${after}.`);
        failures = 0;
        for (const item of items) {
          yield item;
          after = item.position;
        }
        after = page.position;
        if (items.length === 0) await this.#pause(PAUSE_MS - (performance.now() - began));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ServiceAway)) throw error;
        failures += 1;
        const pause = Math.max(error.retryAfterMs, Math.min(1_000 * 2 ** (failures - 1), LONGEST_PAUSE_MS));
        await printNote(`${error.message}; retrying in ${Math.round(pause / 1_000)} s.`);
        await this.#pause(pause);
      }
    }
  }

  /** Ends early with the signal. */
  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: this.#options.signal }).catch(() => {});
  }

  async #read(parameters: Readonly<Record<string, string>>): Promise<EventPage> {
    const { origin, key, kinds, signal } = this.#options;
    const query = new URLSearchParams({ ...parameters, ...(kinds !== null && { kinds }) });
    const deadline = AbortSignal.timeout(WAIT * 1_000 + ANSWER_MS);
    const answered = async () => {
      const response = await fetch(`${origin}/v1/events?${query}`, {
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        // Elsewhere the key would be shown to another host.
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
      });
      return { response, text: await response.text() };
    };
    const { response, text } = await answered().catch((error: unknown) => {
      throw new ServiceAway('server_unreachable', `no service answers at ${origin} (${errorCode(error)})`);
    });
    const body = parse(text);
    if (response.status === 200 && isPage(body)) return body;
    throw this.#refusal(response, body);
  }

  #refusal({ status, headers }: Response, body: unknown): Error {
    const { origin, key } = this.#options;
    const { code, detail } = (body ?? {}) as { readonly code?: string; readonly detail?: string };
    if (status === 429 || status >= 500) {
      const message = `${origin} answered ${status}${detail === undefined ? '' : `: ${detail}`}`;
      return new ServiceAway(code ?? 'service_unavailable', message, Number(headers.get('retry-after') ?? 0) * 1_000);
    }
    if (detail === undefined || code === undefined) {
      return new CommandFailure(
        'unexpected_answer',
        `${origin}/v1/events answered ${status} without a page of events: is this the public listener of a catalogue?`,
      );
    }
    if (status === 400) return new UsageError(detail);
    const whose = (status === 401 || status === 403) && key !== undefined ? 'CATALOG_KEY is refused: ' : '';
    return new CommandFailure(code, whose + detail);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPage(body: unknown): body is EventPage {
  const { items, page } = (body ?? {}) as { readonly items?: unknown; readonly page?: { readonly position?: unknown } };
  return Array.isArray(items) && typeof page?.position === 'number';
}
