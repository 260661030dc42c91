import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clientAddress } from '../../graph/caller/clientAddress.ts';

interface Bound {
  /** Connections of one client's address at once. */
  readonly most: number;
  /** Whether the peer stands for many clients, so that its connections are not counted. */
  readonly isProxy: (address: string) => boolean;
  /** Answers a connection that is one too many, and closes it. */
  readonly refuse: (socket: Socket) => void;
}

/**
 * Bounds how many connections an address holds open, idle ones included. One more is refused with 429; beyond twice as
 * many, those that are being refused among them, connections are closed unanswered.
 */
export function boundConnections(server: Server, { most, isProxy, refuse }: Bound): void {
  const open = new Map<string, number>();
  const listeners = server.listeners('connection');
  // Node's own listener would read requests from a connection that is refused.
  server.removeAllListeners('connection');
  server.on('connection', (socket: Duplex) => {
    const held = count(socket);
    if (held <= most) for (const accept of listeners) accept.call(server, socket);
    else if (held <= 2 * most && socket instanceof Socket) refuse(socket.on('error', () => {}));
    else socket.destroy();
  });

  /**
   * Those of its address, with it. What is no connection of its own, such as a request that is read again, is counted
   * already.
   */
  function count(socket: Duplex): number {
    if (!(socket instanceof Socket) || socket.remoteAddress === undefined || isProxy(socket.remoteAddress)) return 0;
    const address = clientAddress(undefined, socket.remoteAddress);
    const held = (open.get(address) ?? 0) + 1;
    open.set(address, held);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return held;
  }
}
