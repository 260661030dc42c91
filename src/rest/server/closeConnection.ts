import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long the client may take to read the last answer, in milliseconds. */
const LINGER_MS = 2_000;
/** The longest body, in bytes, that is read to its end to keep the connection. */
const LARGEST_DROPPED = 64 * 1024;

/**
 * Closes a connection after the client had time to read the answer, whatever it still sends. Closed at once, unread
 * bytes would reset the connection before the client has read the answer (RFC 9112, section 9.6).
 */
export function closeAfterAnswer(socket: Duplex): void {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Closes the connection after the answer to a request whose body stays unread; Node would read and drop gigabytes. Call
 * it before the answer begins. Bodies up to 64 kB are left to Node, which drops them.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers;
  if (encoding === undefined && expect === undefined && !(Number(length) > LARGEST_DROPPED)) return;
  const { socket } = request;
  response.setHeader('Connection', 'close');
  // Node reads and drops a body that no handler has begun to read.
  request.read(0);
  socket.destroySoon = () => {
    request.pause();
    socket.end();
    closeAfterAnswer(socket);
  };
}
