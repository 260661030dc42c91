import { Client, ClusterConnectionPool, errors, SniffingTransport, UndiciConnection } from '@elastic/elasticsearch';
import { SpanKind } from '@opentelemetry/api';
import { activeTraceId, traceHeaders } from '../../tracing/activeTrace.ts';
import { inSpan } from '../../tracing/inSpan.ts';

type TransportRequest = Parameters<Client['transport']['request']>;

export interface ElasticsearchConnection {
  /** Origins of the cluster's nodes; each may carry `user:password@`. */
  readonly nodes: readonly string[];
  readonly apiKey?: string;
  /** Told the result of each request, after its retries, and what it took with them. */
  readonly onResult?: (result: RequestResult, seconds: number) => void;
}

/** The limits of one request, instead of the client's. */
export interface RequestLimits {
  /** Timeout of one attempt, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxRetries?: number;
}

const SPAN = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'elasticsearch' } };

/** `ok`: any answer but a 4xx or 5xx; a 404 of an index that is not there yet counts as refused. */
type RequestResult = 'ok' | 'refused' | 'failed' | 'timeout' | 'unreachable';

type TransportOptions = ConstructorParameters<typeof SniffingTransport>[0];

/**
 * Sets what the client's options do not pass on: a node that hangs is set aside as one that fails, without a pause. The
 * client's own spans would contain messages of errors.
 */
class Transport extends SniffingTransport {
  constructor(options: TransportOptions) {
    super({ ...options, retryOnTimeout: true, retryBackoff: () => 0, openTelemetry: { enabled: false } });
  }
}

/** Closing ends the requests in flight, all of which may be repeated: an engine that hangs would delay a stop. */
class Connection extends UndiciConnection {
  override async close(): Promise<void> {
    await this.pool.destroy();
  }
}

/**
 * The official client. Failed nodes are set aside and pinged in the background while others answer (the client's
 * default pool would keep sending them requests); when all have failed, all are tried.
 */
export function openClient({ nodes, apiKey, onResult }: ElasticsearchConnection): Client {
  const client = new Client({
    nodes: [...nodes],
    ...(apiKey && { auth: { apiKey } }),
    Connection,
    ConnectionPool: ClusterConnectionPool,
    Transport,
    maxRetries: nodes.length,
    requestTimeout: 30_000,
    name: 'anime-catalog',
  });
  client.transport.request = new Proxy(client.transport.request, {
    apply(send, transport, [request, options]: TransportRequest) {
      const began = performance.now();
      const ended = (error: unknown) => onResult?.(resultOf(error), (performance.now() - began) / 1000);
      const answer: Promise<unknown> =
        activeTraceId() === undefined
          ? Reflect.apply(send, transport, [request, options])
          : inSpan(request.meta?.name ?? request.method, SPAN, () => {
              const headers = { ...options?.headers, ...traceHeaders() };
              return Reflect.apply(send, transport, [request, { ...options, headers }]);
            });
      answer.then(() => ended(null), ended);
      return answer;
    },
  });
  return client;
}

function resultOf(error: unknown): RequestResult {
  if (error === null) return 'ok';
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 0) >= 500 ? 'failed' : 'refused';
  // Only the deadline of a search aborts a request.
  const late = error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError;
  return late ? 'timeout' : 'unreachable';
}
