import { setMaxListeners } from 'node:events';
import { Client, ClusterConnectionPool, SniffingTransport } from '@elastic/elasticsearch';

export interface ElasticsearchConnection {
  /** Origins of the cluster's nodes; each may carry `user:password@`. */
  readonly nodes: readonly string[];
  readonly apiKey?: string;
}

/** For one request, instead of the client's own. */
export interface RequestLimits {
  /** Of one attempt, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxRetries?: number;
}

type TransportOptions = ConstructorParameters<typeof SniffingTransport>[0];

/**
 * A node that hangs counts as failed, so that the next attempt goes to another. Everything we send may be sent twice.
 */
class RetryingTransport extends SniffingTransport {
  constructor(options: TransportOptions) {
    super({ ...options, retryOnTimeout: true });
  }
}

/**
 * The official client. Nodes that fail are set aside and pinged in the background while others answer (the client's
 * default pool would keep sending them a share of the requests); when all have failed, all are tried.
 * @param closing aborts every request that has no signal of its own
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
  // Each request in flight listens.
  setMaxListeners(0, closing);
  client.transport.request = new Proxy(client.transport.request, {
    apply: (send, transport, [request, options]) =>
      Reflect.apply(send, transport, [request, { signal: closing, ...options }]),
  });
  return client;
}
