import type { Request, Response } from 'express';

/** The caller, for request logs. */
export interface CallerFacts {
  /** The quota's subject: an address, an application, a digest of a user's `sub`, a program. */
  readonly quota: string;
  /** The public part of an API key. */
  readonly key?: string;
  readonly application?: string;
  /** A digest of the person's `sub`: only those who know the `sub` can find the lines. */
  readonly sub?: string;
  readonly client?: string;
  /** The browser's, at pages of an account. */
  readonly address?: string;
}

/** The facts of a request, in `response.locals`: for its steps, logs and metrics. */
export interface RequestFacts {
  /** Correlation id from the server, the header X-Request-Id; a client's own is ignored. */
  readonly requestId: string;
  /** From `traceparent`, else of a sampled trace; null when there is neither. */
  readonly traceId: string | null;
  /** The subject of anonymous quotas. */
  readonly address: string;
  /** Set once path and method are accepted; null for web pages and earlier refusals. */
  operationId: string | null;
  /** The header Link of a refusal, to the description of what was called; null where the path is unknown. */
  describedBy: string | null;
  /** Whether the path is a web page's, so that browsers are refused with a page whatever the method. */
  isPage: boolean;
  /** The page that a browser is shown while its request is refused; null: the one of all pages. */
  renderRefusal: ((detail: string) => Promise<string>) | null;
  /** The address, until a credential identifies the caller. */
  caller: CallerFacts;
}

export type RestRequest = Request<Record<string, string>, unknown, unknown, unknown, RequestFacts>;
export type RestResponse = Response<unknown, RequestFacts>;
