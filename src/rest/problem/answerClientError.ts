import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemDocument, problemMediaType } from './problemDocument.ts';
import { ProblemError } from './problemError.ts';

/** How long a refused connection may take to read its answer, in milliseconds. */
const linger = 2000;

/** What Node's HTTP parser refused before any handler saw it, as the client was told. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  /** What was wrong. */
  readonly detail: string;
  /** The client's address; undefined when it has gone. */
  readonly address: string | undefined;
}

/**
 * A handler of the server's event `clientError`: answers broken HTTP with 400, a late request with 408, too large headers or URL
 * with 431. @param onRefusal told of each answer
 */
export function answerClientError(onRefusal: (refusal: Refusal) => void = () => {}) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => refuseConnection(error, socket, onRefusal);
}

function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex & { readonly remoteAddress?: string },
  onRefusal: (refusal: Refusal) => void,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) {
    socket.destroy();
    return;
  }
  // The parser complains again at every further chunk: the answer is already on its way.
  if (socket.writableEnded) return;
  // Bytes in the middle of another answer would be read as a part of it.
  if (answerUnderWay(socket)) {
    socket.destroy();
    return;
  }
  const problem = refusal(error.code);
  const requestId = randomUUID();
  onRefusal({ requestId, status: problem.status, detail: problem.message, address: socket.remoteAddress });
  const body = JSON.stringify(problemDocument(problem, requestId, null));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-cache',
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: X-Request-Id',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
  // What the client still sends is read and dropped: closing at once would reset the connection before it has read the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), linger).unref();
}

function refusal(code: string | undefined): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('invalid_request', 'URL and headers are larger than 16 kB together.', { status: 431 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('invalid_request', 'The request did not arrive in time.', { status: 408 });
    case 'HPE_INVALID_URL':
      return new ProblemError('invalid_request', 'The URL holds characters that must be percent-encoded (UTF-8).');
    default:
      return new ProblemError('invalid_request', 'This is not well-formed HTTP.');
  }
}

function answerUnderWay(socket: Duplex): boolean {
  // Node's own handler looks at the same member.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  return answer?.headersSent === true;
}
