import type { Socket } from 'node:net';
import { ProblemError } from '../problem/problemError.ts';
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
      return new ProblemError('invalid_request', 'The URL is not followed by HTTP/1.1: a space within a URL is %20.');
    default:
      return new ProblemError('invalid_request', `This is not well-formed HTTP${reason ? `: ${reason}` : ''}.`);
  }
}

const TAB = 9;

/**
 * Names the character of a URL that must be percent-encoded, its place, and its encoded form.
 * @param packet the first bytes that arrived together
 * @param stop the index of the invalid byte
 */
export function describeInvalidUrl(packet: Buffer, stop: number): string {
  // For a tab the parser stops one byte later.
  const at = packet[stop - 1] === TAB ? stop - 1 : stop;
  const byte = packet[at] ?? 0;
  const before = packet.toString('latin1', packet.lastIndexOf('\n', at) + 1, at);
  // The place is unknown where the line began in an earlier packet.
  const member = /^[A-Z]+ [^ ?]*\?(?:[^ ]*&)?([\w.~-]+)=[^ &]*$/.exec(before)?.[1];
  const where = member === undefined ? 'The URL' : `The URL's ${member}`;
  const [character = '\uFFFD'] = packet.toString('utf8', at, at + 4);
  if (character === '\uFFFD') return `${where} holds the byte ${hex(byte, '0x')}, which is not UTF-8.`;
  const encoded = [...Buffer.from(character)].map((each) => hex(each, '%')).join('');
  const shown = /[\p{Cc}\p{Cf}]/u.test(character) ? `the character ${hex(byte, '0x')}` : `"${character}"`;
  return `${where} holds ${shown} as it is; percent-encoded, in UTF-8, it is ${encoded}.`;
}

function hex(byte: number, prefix: string): string {
  return prefix + byte.toString(16).toUpperCase().padStart(2, '0');
}
