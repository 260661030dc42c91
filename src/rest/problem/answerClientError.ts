import type { Socket } from 'node:net';
import type { ParserError } from '../connection/parserError.ts';
import { ProblemError } from './problemError.ts';
import { type Refusal, sendRefusal } from './sendRefusal.ts';
import { unreadableUrl } from './unreadableUrl.ts';

/**
 * A handler of the server's event `clientError`: answers broken HTTP with 400, a late request with 408, too large headers or URL
 * with 431. @param onRefusal told of each answer
 */
export function answerClientError(onRefusal: (refusal: Refusal) => void) {
  return (error: ParserError, socket: Socket): void => refuseConnection(error, socket, onRefusal);
}

function refuseConnection(error: ParserError, socket: Socket, onRefusal: (refusal: Refusal) => void): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  // The parser complains again at every further chunk: the answer is already on its way.
  if (socket.writableEnded) return;
  sendRefusal(socket, refusal(error), onRefusal);
}

function refusal({ code, reason, rawPacket, bytesParsed }: ParserError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('invalid_request', 'URL and headers are larger than 16 kB together.', { status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('invalid_request', 'The request did not arrive in time.', { status: 408 });
    case 'HPE_INVALID_URL':
      return new ProblemError(
        'invalid_request',
        unreadableUrl({ packet: rawPacket ?? Buffer.alloc(0), at: bytesParsed ?? 0 }),
      );
    case 'HPE_INVALID_CONSTANT':
      return new ProblemError('invalid_request', 'Behind the URL stands no HTTP/1.1: a space within a URL is %20.');
    default:
      return new ProblemError(
        'invalid_request',
        `This is not well-formed HTTP${reason === undefined ? '' : `: ${reason}`}.`,
      );
  }
}
