import type { Request, Response } from 'express';

/** Who called, as request lines tell it. */
export interface CallerFacts {
  /** What the call is counted by: an address, an application, a digest of a user's `sub`, a program. */
  readonly quota: string;
  /** The public part of an API key. */
  readonly key?: string;
  readonly application?: string;
  /** A digest of a person's `sub`: who knows the `sub` finds the person's lines, and nobody else. */
  readonly sub?: string;
  readonly client?: string;
}

/** What is known of a request, in `response.locals`: for its own steps, and for logs and metrics. */
export interface RequestFacts {
  /** Server-generated correlation identifier, the header X-Request-Id. A client's own is not taken over. */
  readonly requestId: string;
  /** From `traceparent`; null when there is none. */
  readonly traceId: string | null;
  /** What an anonymous caller is counted by. */
  readonly address: string;
  /** Known once the path and method are; null for pages and refusals before. */
  operationId: string | null;
  /** The address until a credential says more. */
  caller: CallerFacts;
}

export type RestRequest = Request<Record<string, string>, unknown, unknown, unknown, RequestFacts>;
export type RestResponse = Response<unknown, RequestFacts>;
