import { setMaxListeners } from 'node:events';
import { Client, ClusterConnectionPool, SniffingTransport } from '@elastic/elasticsearch';

export interface ElasticsearchConnection {
  /** Origins of the cluster's nodes; each may carry `user:password@`. */
  readonly nodes: readonly string[];
  readonly apiKey?: string;
}

/** The limits of one request, instead of the client's. */
export interface RequestLimits {
  /** Timeout of one attempt, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxRetries?: number;
}

type TransportOptions = ConstructorParameters<typeof SniffingTransport>[0];

/** A hung node counts as failed, so that the next attempt goes to another. Every request may be sent twice. */
class RetryingTransport extends SniffingTransport {
  constructor(options: TransportOptions) {
    super({ ...options, retryOnTimeout: true });
  }
}

/**
 * The official client. Failed nodes are set aside and pinged in the background while others answer (the client's
 * default pool would keep sending them requests); when all have failed, all are tried.
 * @param closing aborts every request without a signal of its own
 */
export function openClient({ nodes, apiKey }: ElasticsearchConnection, closing: AbortSignal): Client {
  const client = new Client({
    nodes: [...nodes],
    ...(apiKey && { auth: { apiKey } }),
    ConnectionPool: ClusterConnectionPool,
    Transport: RetryingTransport,
    maxRetries: Math.max(1, nodes.length),
    requestTimeout: 30_000,
    name: 'anime-catalog',
  });
  // Each request in flight adds a listener.
  setMaxListeners(0, closing);
  client.transport.request = new Proxy(client.transport.request, {
    apply: (send, transport, [request, options]) =>
      Reflect.apply(send, transport, [request, { signal: closing, ...options }]),
  });
  return client;
}
