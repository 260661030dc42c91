import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

type RequestPair = Parameters<RequestListener>;

/** Most requests of a connection that wait for earlier answers; nothing has counted them yet. */
const MOST_WAITING = 32;

/**
 * Starts a request when the earlier answers of its connection are sent: only safe methods may be processed in parallel
 * (RFC 9112, 9.3.2), and Node starts all that are pipelined at once. Too many close the connection.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  /** Those behind the request in flight; absent without one. */
  const pipelines = new WeakMap<Socket, RequestPair[]>();

  const start = (waiting: RequestPair[], [request, response]: RequestPair): void => {
    const { socket } = request;
    response.once('close', () => {
      // Nothing begins whose answer nobody would read.
      if (!socket.writable) return;
      const next = waiting.shift();
      if (next === undefined) pipelines.delete(socket);
      else start(waiting, next);
    });
    handle(request, response);
  };

  return (...pair) => {
    const { socket } = pair[0];
    const waiting = pipelines.get(socket);
    if (waiting === undefined) {
      const behind: RequestPair[] = [];
      pipelines.set(socket, behind);
      start(behind, pair);
    } else if (waiting.length < MOST_WAITING) waiting.push(pair);
    else socket.destroy();
  };
}
