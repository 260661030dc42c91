import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6, Server as NetServer, type Socket } from 'node:net';
import { errorCode } from '../base/errors.ts';
import { StartError } from '../base/startError.ts';

export interface ListenerOptions {
  /** A server that is not listening yet. */
  readonly server: Server;
  /** The variables of its address, for messages. */
  readonly variables: { readonly host: string; readonly port: string };
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** An open HTTP server. */
export interface Listener {
  /** Its address, e.g. `http://127.0.0.1:3000`; the loopback where it listens on a wildcard. */
  readonly url: string;
  readonly port: number;
  /** Adds `Connection: close` to every further answer, so that clients turn elsewhere; requests are still accepted. */
  retire(): void;
  /**
   * Accepts no further connection, lets requests in flight finish, and closes the connections: by force after
   * `deadlineMs`. Every further answer carries `Connection: close`.
   * @returns how many requests were cut off
   */
  close(deadlineMs: number): Promise<number>;
}

/**
 * A client that is sending its next request on a kept connection would see it reset if idle connections were closed at
 * once: it gets this long to send it and to read `Connection: close`.
 */
const IDLE_GRACE_MS = 500;

/** @throws StartError when the address is unavailable */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const inFlight = new Set<ServerResponse>();
  let isRetired = false;
  const { server } = options;
  server.prependListener('request', (_request, response) => {
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
    if (isRetired) response.setHeader('Connection', 'close');
  });
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => {
      // Of several pipelined answers, Node closes only the first.
      for (const response of inFlight) if (response.req.socket === socket) inFlight.delete(response);
    });
  });
  const { port } = await listen(options);
  return {
    url: `http://${authority(options.host, port)}`,
    port,
    retire() {
      isRetired = true;
    },
    async close(deadlineMs) {
      isRetired = true;
      for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
      return await drain(server, inFlight, deadlineMs);
    },
  };
}

/**
 * Checks an address before anything else starts: a start that fills a database would fail only afterwards.
 * @throws StartError
 */
export async function assertListenable(place: Omit<ListenerOptions, 'server'>): Promise<void> {
  const probe = new NetServer();
  await listen({ ...place, server: probe });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

async function drain(server: Server, inFlight: ReadonlySet<ServerResponse>, deadlineMs: number): Promise<number> {
  let cutOff = 0;
  const grace = setTimeout(
    () => {
      server.closeIdleConnections();
      // Connections whose last request ends later close by themselves, as its answer announced.
    },
    Math.min(IDLE_GRACE_MS, deadlineMs),
  );
  const deadline = setTimeout(() => {
    cutOff = inFlight.size;
    server.closeAllConnections();
  }, deadlineMs);
  // http's own close() would close idle connections at once.
  await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  clearTimeout(grace);
  clearTimeout(deadline);
  // Stops http's timer over the connections, all of which are closed now.
  server.close();
  return cutOff;
}

async function listen({
  server,
  host,
  port,
  variables,
}: Omit<ListenerOptions, 'server'> & { readonly server: NetServer }): Promise<AddressInfo> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw new StartError(refusal(errorCode(error), { host, port, variables }), { cause: error });
  }
  return server.address() as AddressInfo;
}

function refusal(
  code: string,
  { host, port, variables }: Pick<ListenerOptions, 'host' | 'port' | 'variables'>,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `${variables.port} ${port} is in use on ${host}: stop the process that listens there, or set ${variables.port} to a free port (0 takes any)`;
    case 'EACCES':
      return `${variables.port} ${port} needs rights that this user lacks: set ${variables.port} to 1024 or above`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${variables.host} ${host} is no address of this machine (${code}): set ${variables.host} to one of its own, such as 127.0.0.1, or to 0.0.0.0 for all`;
    default:
      return `cannot listen on ${host} port ${port} (${code}): check ${variables.host} and ${variables.port}`;
  }
}

function authority(host: string, port: number): string {
  const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const reachable = wildcards[host] ?? host;
  return isIPv6(reachable) ? `[${reachable}]:${port}` : `${reachable}:${port}`;
}
