import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemDocument, problemMediaType } from '../problem/problemDocument.ts';
import type { ProblemError } from '../problem/problemError.ts';
import { closeAfterAnswer } from './closeConnection.ts';

/** A request refused before any handler ran. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  readonly detail: string;
  /** The client's address; undefined once it has disconnected. */
  readonly address: string | undefined;
}

/**
 * Answers a request without a response object of Node, after those before it on its connection (RFC 9112, 9.3.2), and
 * closes the connection.
 * @param onRefusal called with it
 */
export function sendRefusal(
  socket: Duplex & { readonly remoteAddress?: string | undefined },
  problem: ProblemError,
  onRefusal: (refusal: Refusal) => void,
): void {
  if (!socket.writable) return;
  // Node keeps the connection's present answer there: bytes before its end would be taken for it, or for a part of it.
  const { _httpMessage: present } = socket as { _httpMessage?: ServerResponse | null };
  if (present?.req.complete) {
    present.once('close', () => sendRefusal(socket, problem, onRefusal));
    return;
  }
  // Of the refused request itself, whose body did not come.
  if (present?.headersSent) {
    socket.destroy();
    return;
  }
  const { requestId, headers, body } = refusalOf(problem);
  onRefusal({ requestId, status: problem.status, detail: problem.message, address: socket.remoteAddress });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'));
  // Reads and drops the rest of the request.
  socket.resume();
  closeAfterAnswer(socket);
}

/** The answer to a request that no handler sees, which is the last of its connection. */
export function refusalOf(problem: ProblemError) {
  const requestId = randomUUID();
  const body = JSON.stringify(problemDocument(problem, requestId, null));
  const headers = {
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Type': problemMediaType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...problem.headers,
  };
  return { requestId, headers, body };
}
