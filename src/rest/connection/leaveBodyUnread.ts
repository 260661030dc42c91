import type { IncomingMessage, ServerResponse } from 'node:http';
import { closeBehindAnswer } from './closeBehindAnswer.ts';

/** A longer body is not read to its end only to keep the connection, in bytes. */
const LARGEST_DROPPED = 64 * 1024;

/**
 * Closes the connection behind the answer to a request whose body nobody reads, instead of reading and dropping it as Node does:
 * a client could send gigabytes. To be called before the answer is begun. Bodies up to 64 kB are dropped by Node.
 */
export function leaveBodyUnread(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = request.headers;
  if (encoding === undefined && expect === undefined && !(Number(length) > LARGEST_DROPPED)) return;
  const { socket } = request;
  response.setHeader('Connection', 'close');
  // What has been read from counts as somebody's: Node leaves the rest where it is.
  request.read(0);
  socket.destroySoon = () => {
    request.pause();
    socket.end();
    closeBehindAnswer(socket);
  };
}
