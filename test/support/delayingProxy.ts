import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A relay in front of a server as far away as another machine. */
export interface DelayingProxy {
  readonly port: number;
  /** How often clients have asked and waited for an answer so far. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** @param delayMs how long everything is under way, in either direction */
export async function openDelayingProxy(
  target: { readonly host: string; readonly port: number },
  delayMs: number,
): Promise<DelayingProxy> {
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    let answered = true;
    client.on('data', () => {
      if (answered) roundTrips += 1;
      answered = false;
    });
    upstream.on('data', () => {
      answered = true;
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(late(delayMs)).pipe(upstream).pipe(late(delayMs)).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get roundTrips() {
      return roundTrips;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Hands pieces on in their order, each that much later than it came; what comes close together is under way together. */
function late(milliseconds: number): Transform {
  return new Transform({
    transform(piece, _encoding, next) {
      setTimeout(() => this.push(piece), milliseconds);
      next();
    },
    flush(end) {
      setTimeout(end, milliseconds);
    },
  });
}
