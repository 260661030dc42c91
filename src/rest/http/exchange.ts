import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { preflightHeaders, standardHeaders } from './standardHeaders.ts';
import { traceIdOf } from './traceId.ts';

/** Who called, as request lines tell it. */
export interface ExchangeCaller {
  /** What the call is counted by: an address, an application, a digest of a user's `sub`, a program. */
  readonly quota: string;
  /** The public part of an API key. */
  readonly key?: string;
  readonly application?: string;
  /** A digest of a person's `sub`: who knows the `sub` finds the person's lines, and nobody else. */
  readonly sub?: string;
  readonly client?: string;
}

/**
 * One request and the answer to it, with what is known of it from its first step on; the response carries it (`locals`), also for
 * logs and metrics. Headers are collected here and given to Node in one piece: one by one they cost more than the rest of an answer.
 */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Server-generated correlation identifier, the header X-Request-Id. A client's own is not taken over. */
  readonly requestId = randomUUID();
  /** From `traceparent`; null when there is none. */
  readonly traceId: string | null;
  /** Known once the path and method are; null for pages and refusals before. */
  operationId: string | null = null;
  /** Who called, once that is known. */
  caller: ExchangeCaller | null = null;
  /** Names and values in turn. */
  readonly #headers: string[];

  constructor(request: IncomingMessage, response: ServerResponse & { locals?: unknown }) {
    this.request = request;
    this.response = response;
    this.traceId = traceIdOf(request.headers.traceparent);
    this.#headers = ['X-Request-Id', this.requestId, ...standardHeaders];
    if (request.method === 'OPTIONS') this.#headers.push(...preflightHeaders);
    response.locals = this;
  }

  /** @param name spelled as everywhere: what has this name already is replaced */
  setHeader(name: string, value: string): void {
    const headers = this.#headers;
    const at = this.#indexOf(name);
    if (at === -1) headers.push(name, value);
    else headers[at + 1] = value;
  }

  getHeader(name: string): string | undefined {
    const at = this.#indexOf(name);
    return at === -1 ? undefined : this.#headers[at + 1];
  }

  removeHeader(name: string): void {
    const at = this.#indexOf(name);
    if (at !== -1) this.#headers.splice(at, 2);
  }

  /** Sends the answer; to HEAD without its body. */
  end(status: number, body: Buffer | null = null): void {
    this.response.writeHead(status, this.#headers);
    this.response.end(body);
  }

  /** Gives the headers to the response one by one, for handlers that know nothing of an exchange. */
  releaseHeaders(): void {
    const headers = this.#headers.splice(0);
    for (let at = 0; at < headers.length; at += 2) this.response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  }

  #indexOf(name: string): number {
    for (let at = 0; at < this.#headers.length; at += 2) if (this.#headers[at] === name) return at;
    return -1;
  }
}
