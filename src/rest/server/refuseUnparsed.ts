import type { Socket } from 'node:net';
import { ProblemError } from '../problem/problemError.ts';
import { describeInvalidUrl } from './describeInvalidUrl.ts';
import { type Refusal, sendRefusal } from './sendRefusal.ts';

/** The parser error of Node. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The parser's own message. */
  readonly reason?: string;
  /** The bytes that arrived together, and the number of valid ones. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/**
 * A handler of the server's event `clientError`: answers broken HTTP with 400, a late request with 408, too large
 * headers or URL with 431.
 * @param onRefusal called for each answer
 */
export function refuseUnparsed(onRefusal: (refusal: Refusal) => void) {
  const refused = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    // The parser reports each further chunk: behind a held request, refusals without end would wait for its answer.
    else if (!refused.has(socket)) sendRefusal(socket, problemOf(error), onRefusal);
    refused.add(socket);
  };
}

function problemOf({ code, reason, rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ParserError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('invalid_request', 'URL and headers are larger than 16 kB together.', { status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('invalid_request', 'The request did not arrive in time.', { status: 408 });
    case 'HPE_INVALID_URL':
      return new ProblemError('invalid_request', describeInvalidUrl(rawPacket, bytesParsed));
    case 'HPE_INVALID_CONSTANT':
      return new ProblemError('invalid_request', 'Behind the URL stands no HTTP/1.1: a space within a URL is %20.');
    default:
      return new ProblemError('invalid_request', `This is not well-formed HTTP${reason ? `: ${reason}` : ''}.`);
  }
}
