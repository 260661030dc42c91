import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import { ConnectionCount, type ConnectionCounter } from './connectionCount.ts';

interface Bound {
  /** Most connections of one client address at a time. */
  readonly most: number;
  /** Whether the peer stands for many clients; its connections are not counted. */
  readonly isProxy: (address: string) => boolean;
  /** Refuses an excess connection and closes it. */
  readonly refuse: (socket: Socket) => void;
  /** Default: of this server alone. */
  readonly counter?: ConnectionCounter;
}

/**
 * Bounds the open connections of an address, idle ones included. Excess ones are refused with 429; beyond twice the
 * limit, connections being refused included, they are closed unanswered.
 */
export function boundConnections(
  server: Server,
  { most, isProxy, refuse, counter = new ConnectionCount() }: Bound,
): void {
  const listeners = server.listeners('connection');
  // Node's own listener would read requests from a refused connection.
  server.removeAllListeners('connection');
  server.on('connection', (socket: Duplex) => {
    const counted = count(socket);
    if (typeof counted === 'number') {
      admit(socket, counted);
      return;
    }
    // The connection may fail while it is counted; until then its bytes stay in the socket's buffer.
    socket.on('error', () => {});
    counted.then(
      (number) => {
        if (!socket.destroyed) admit(socket, number);
      },
      () => socket.destroy(),
    );
  });

  function admit(socket: Duplex, number: number): void {
    if (number <= most) for (const accept of listeners) accept.call(server, socket);
    else if (number <= 2 * most && socket instanceof Socket) refuse(socket.on('error', () => {}));
    else socket.destroy();
  }

  /**
   * The open connections of its address, itself included. A stand-in for a connection, such as that of a reparsed
   * request, is already counted.
   */
  function count(socket: Duplex): number | Promise<number> {
    if (!(socket instanceof Socket) || socket.remoteAddress === undefined || isProxy(socket.remoteAddress)) return 0;
    const address = clientAddress(undefined, socket.remoteAddress);
    socket.once('close', () => counter.close(address));
    return counter.open(address);
  }
}
