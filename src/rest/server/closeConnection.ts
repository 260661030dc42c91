import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long the client may take to read the last answer, in milliseconds. */
const LINGER_MS = 2_000;
/** A longer body is not read to its end only to keep the connection, in bytes. */
const LARGEST_DROPPED = 64 * 1024;

/**
 * Gives the client time to read the answer behind which its connection was ended, then closes it whatever the client
 * still sends. Closed at once, unread bytes would reset the connection before the client has read the answer (RFC 9112,
 * section 9.6).
 */
export function closeBehindAnswer(socket: Duplex): void {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Closes the connection behind the answer to a request whose body is not read, instead of reading and dropping it as
 * Node does: a client could send gigabytes. To be called before the answer is begun. Bodies up to 64 kB are dropped by
 * Node.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers;
  if (encoding === undefined && expect === undefined && !(Number(length) > LARGEST_DROPPED)) return;
  const { socket } = request;
  response.setHeader('Connection', 'close');
  // Node reads and drops what nobody has begun to read.
  request.read(0);
  socket.destroySoon = () => {
    request.pause();
    socket.end();
    closeBehindAnswer(socket);
  };
}
