import type { Response } from 'express';

/** What is known of a request from its first step on; the response carries it (`locals`), also for logs and metrics. */
export interface RequestFacts {
  /** Server-generated correlation identifier, the header X-Request-Id. A client's own is not taken over. */
  requestId: string;
  /** From `traceparent`; null when there is none. */
  traceId: string | null;
  /** Known once the path and method are; null for pages and refusals before. */
  operationId: string | null;
}

export type RestResponse = Response<unknown, RequestFacts>;
