import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay in front of a server that can be cut like a network. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks every connection and accepts no other. */
  cut(): Promise<void>;
  /** Lets nothing through any more and breaks nothing either, like a network that swallows everything or a paused server. */
  stall(): void;
  /** Lets everything through again, also what was held back. */
  resume(): void;
  /** Lets nothing through on present connections, as when a server's machine is gone and another has its address. */
  strand(): void;
  /** Leads elsewhere from now on; breaks every connection. */
  redirect(target: TcpTarget): void;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
}

interface TcpTarget {
  readonly host: string;
  readonly port: number;
}

export async function openTcpProxy(first: TcpTarget): Promise<TcpProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.pipe(upstream).pipe(client);
    if (stalled) for (const socket of [client, upstream]) socket.pause();
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    strand() {
      for (const socket of sockets) socket.pause();
    },
    redirect(next) {
      target = next;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => listen(port),
  };
}
