import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientAddress } from '../../graph/caller/clientAddress.ts';

interface Bound {
  /** Most connections of one client address at a time. */
  readonly most: number;
  /** Whether the peer is a proxy of many clients; its connections are not counted. */
  readonly isProxy: (address: string) => boolean;
  /** Refuses an excess connection and closes it. */
  readonly refuse: (socket: Socket) => void;
}

/**
 * Bounds the open connections of an address, idle ones included. Excess ones are refused with 429; beyond twice the
 * limit, connections being refused included, they are closed unanswered.
 */
export function boundConnections(server: Server, { most, isProxy, refuse }: Bound): void {
  const open = new Map<string, number>();
  const listeners = server.listeners('connection');
  // Node's own listener would read requests from a refused connection.
  server.removeAllListeners('connection');
  server.on('connection', (socket: Duplex) => {
    const number = count(socket);
    if (number <= most) for (const accept of listeners) accept.call(server, socket);
    else if (number <= 2 * most && socket instanceof Socket) refuse(socket.on('error', () => {}));
    else socket.destroy();
  });

  /**
   * The open connections of its address, itself included. A stand-in for a connection, such as that of a reparsed
   * request, is already counted.
   */
  function count(socket: Duplex): number {
    if (!(socket instanceof Socket) || socket.remoteAddress === undefined || isProxy(socket.remoteAddress)) return 0;
    const address = clientAddress(undefined, socket.remoteAddress);
    const number = (open.get(address) ?? 0) + 1;
    open.set(address, number);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return number;
  }
}
