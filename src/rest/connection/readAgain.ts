import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { encodedRequest } from './encodedRequest.ts';
import type { ParserError } from './parserError.ts';
import { SecondReading } from './secondReading.ts';

/**
 * A handler of the server's event `clientError`. Node's parser refuses the bytes of UTF-8 in a URL, which is what people type: such a
 * request is read again, percent-encoded, and the connection closed behind its answer. Only where nothing else is under way on it, so
 * that no answer takes another's place. @param refuse answers the rest
 */
export function readAgain(server: Server, refuse: (error: ParserError, socket: Socket) => void) {
  const read = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    const { code, rawPacket: packet, bytesParsed: at } = error;
    // The parser complains again of whatever else comes.
    if (read.has(socket) && code !== 'ECONNRESET') return;
    const isUrl = code === 'HPE_INVALID_URL' && packet !== undefined && at !== undefined;
    const request = isUrl && isFree(socket) ? encodedRequest({ packet, at }) : null;
    if (request === null) {
      refuse(error, socket);
      return;
    }
    read.add(socket);
    server.emit('connection', new SecondReading(socket, request));
  };
}

/** Node keeps the answer that has the connection there. */
function isFree(socket: Socket): boolean {
  return socket.writable && (socket as { _httpMessage?: unknown })._httpMessage == null;
}
