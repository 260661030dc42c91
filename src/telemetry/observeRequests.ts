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

/** What Express adds to a request whose path is one of its routes. */
interface Routed {
  readonly route?: { readonly path: unknown };
}

/**
 * Logs and counts every request of a server when it is answered or its client has disconnected: a line at the level for
 * requests, at `debug` for probes and the like. Of the URL only the route's template is logged: a path may hold a
 * credential, in any spelling, and the query contains search texts.
 */
export function observeRequests(server: Server, { logger, metrics, listener, requestLevel }: ObserveOptions): void {
  const observe = (
    request: IncomingMessage & Routed,
    response: ServerResponse & { readonly locals?: RequestFacts },
  ): void => {
    const began = performance.now();
    const { socket, method = '' } = request;
    const bytesBefore = socket.bytesWritten;
    const isProbe = listener === 'internal' && PROBES.has(request.url ?? '');
    response.once('close', () => {
      const seconds = (performance.now() - began) / 1000;
      const { requestId, operationId, traceId, caller } = response.locals ?? {};
      const status = response.headersSent ? response.statusCode : 0;
      if (!isProbe) metrics.observe({ listener, operation: operationId ?? undefined, status, seconds });
      const line = {
        listener,
        requestId,
        ...(traceId && { traceId }),
        method,
        route: routeTemplate(request),
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

/** As the description writes it, such as `/v1/anime/{id}`; undefined for an unknown path. */
function routeTemplate({ route }: Routed): string | undefined {
  return typeof route?.path === 'string' ? route.path.replaceAll(/:(\w+)/g, '{$1}') : undefined;
}
