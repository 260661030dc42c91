import { setMaxListeners } from 'node:events';
import { Client, ClusterConnectionPool, errors, events, SniffingTransport } from '@elastic/elasticsearch';
import { currentSpan, untilEnd } from '../../tracing/currentSpan.ts';
import { withOwnSignal } from './withOwnSignal.ts';

type TransportRequest = Parameters<Client['transport']['request']>;

export interface ElasticsearchConnection {
  /** Origins of the cluster's nodes; each may carry `user:password@`. */
  readonly nodes: readonly string[];
  readonly apiKey?: string;
  /** Told the result of each request, after its retries. */
  readonly onResult?: (result: RequestResult) => void;
}

/** The limits of one request, instead of the client's. */
export interface RequestLimits {
  /** Timeout of one attempt, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxRetries?: number;
}

const ATTRIBUTES = { 'db.system.name': 'elasticsearch' };

/** `ok`: any answer but a 4xx or 5xx; a 404 of an index that is not there yet counts as refused. */
export type RequestResult = 'ok' | 'refused' | 'failed' | 'timeout' | 'unreachable' | 'aborted';

type TransportOptions = ConstructorParameters<typeof SniffingTransport>[0];

/** A hung node counts as failed, so that the next attempt goes to another. Every request may be sent twice. */
class RetryingTransport extends SniffingTransport {
  constructor(options: TransportOptions) {
    super({ ...options, retryOnTimeout: true });
  }

  /**
   * Requests whose context holds the same set `asked` go to different nodes while there are any: those that the pool
   * takes in turn, then those that it set aside, of which one may be well again.
   */
  override getConnection(options: Parameters<SniffingTransport['getConnection']>[0]) {
    const asked: Set<unknown> = options.context?.asked ?? new Set();
    const { connections } = this.connectionPool;
    let connection = super.getConnection(options);
    for (let turns = connections.length; turns > 1 && asked.has(connection); turns -= 1) {
      connection = super.getConnection(options);
    }
    if (asked.has(connection)) connection = connections.find((other) => !asked.has(other)) ?? connection;
    asked.add(connection);
    return connection;
  }
}

/**
 * The official client. Failed nodes are set aside and pinged in the background while others answer (the client's
 * default pool would keep sending them requests); when all have failed, all are tried.
 * @param closing aborts every request without a signal of its own
 */
export function openClient({ nodes, apiKey, onResult }: ElasticsearchConnection, closing: AbortSignal): Client {
  const client = new Client({
    nodes: [...nodes],
    ...(apiKey && { auth: { apiKey } }),
    ConnectionPool: ClusterConnectionPool,
    Transport: RetryingTransport,
    maxRetries: Math.max(1, nodes.length),
    requestTimeout: 30_000,
    name: 'anime-catalog',
  });
  if (onResult !== undefined) client.diagnostic.on(events.RESPONSE, (error) => onResult(resultOf(error)));
  // Each request in flight adds a listener.
  setMaxListeners(0, closing);
  client.transport.request = new Proxy(client.transport.request, {
    apply(send, transport, [request, options]: TransportRequest) {
      const span = currentSpan()?.child(request.meta?.name ?? request.method, 'client', ATTRIBUTES) ?? null;
      const headers =
        span === null
          ? options?.headers
          : {
              ...options?.headers,
              traceparent: span.traceparent,
              ...(span.tracestate !== undefined && { tracestate: span.tracestate }),
            };
      const sendIt = () =>
        withOwnSignal(options?.signal ?? closing, (signal) =>
          Reflect.apply(send, transport, [request, { ...options, signal, headers }]),
        );
      return span === null ? sendIt() : untilEnd(span, sendIt);
    },
  });
  return client;
}

function resultOf(error: Error | null): RequestResult {
  if (error === null) return 'ok';
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 0) >= 500 ? 'failed' : 'refused';
  if (error instanceof errors.TimeoutError) return 'timeout';
  return error instanceof errors.RequestAbortedError ? 'aborted' : 'unreachable';
}
