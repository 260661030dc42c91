import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { HttpMetrics } from './httpMetrics.ts';
import type { Logger } from './logger.ts';

/** Facts that handlers add to the response's `locals`. */
interface RequestFacts {
  readonly requestId?: string;
  readonly operationId?: string | null;
  readonly traceId?: string | null;
  /** The caller: a key's id, an application, a digest of a `sub`, and the quota's subject. */
  readonly caller?: Readonly<Record<string, string>> | null;
}

export interface ObserveOptions {
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  /** The listener's name, for the logs and the metrics. */
  readonly listener: 'public' | 'internal';
  /** The level of successful requests (Logs). */
  readonly requestLevel: 'info' | 'debug';
}

/** A path of ordinary length; the longest URLs are refused with 431. */
const LOGGED_PATH_CHARACTERS = 256;

/**
 * Logs and counts every request of a server when it is answered or its client has disconnected: a line at the level for
 * requests, at `debug` for probes and the like. The query is not logged: it contains search texts.
 */
export function observeRequests(server: Server, { logger, metrics, listener, requestLevel }: ObserveOptions): void {
  const observe = (request: IncomingMessage, response: ServerResponse & { readonly locals?: RequestFacts }): void => {
    const began = performance.now();
    const { socket, method = '' } = request;
    const bytesBefore = socket.bytesWritten;
    // Taken now: routers rewrite the request's own.
    const path = pathOf(request.url ?? '');
    response.once('close', () => {
      const seconds = (performance.now() - began) / 1000;
      const { requestId, operationId, traceId, caller } = response.locals ?? {};
      const status = response.headersSent ? response.statusCode : 0;
      if (!isProbe(listener, path)) metrics.observe({ listener, operation: operationId ?? undefined, status, seconds });
      const line = {
        listener,
        requestId,
        ...(traceId && { traceId }),
        method,
        path,
        operationId: operationId ?? undefined,
        ...(caller && { caller }),
        status,
        durationMs: Math.round(seconds * 1e5) / 100,
        bytes: socket.bytesWritten - bytesBefore,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      // The handler that refuses with 503 logs it, and limits the number of lines.
      if (status === 503) logger.debug(line, 'request');
      else if (status >= 500) logger.warn(line, 'request');
      else if (listener === 'internal' && line.operationId === undefined) logger.debug(line, 'request');
      else logger[requestLevel](line, 'request');
    });
  };
  server.prependListener('request', observe);
}

/** A request refused by the parser, as the client saw it. */
interface Refusal {
  readonly requestId: string;
  readonly status: number;
  readonly detail: string;
  readonly address: string | undefined;
}

/** Logs and counts requests refused by a server's parser. */
export function observeRefusals({
  logger,
  metrics,
  listener,
  requestLevel,
}: ObserveOptions): (refusal: Refusal) => void {
  return ({ requestId, status, detail, address }) => {
    metrics.observe({ listener, operation: undefined, status, seconds: 0 });
    logger[requestLevel]({ listener, requestId, status, detail, address }, 'request refused unread');
  };
}

/** Balancers and Prometheus ask for these, whether anybody is served or not. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

function isProbe(listener: ObserveOptions['listener'], path: string): boolean {
  return listener === 'internal' && PROBES.has(path);
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  // The id of a running sign-in would let a reader of the log continue it.
  const path = (end === -1 ? url : url.slice(0, end)).replace(/(\/oidc\/(?:interaction|auth)\/)[^/]+/i, '$1…');
  return path.length > LOGGED_PATH_CHARACTERS ? `${path.slice(0, LOGGED_PATH_CHARACTERS)}…` : path;
}
