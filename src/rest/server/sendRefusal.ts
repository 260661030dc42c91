import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemDocument, problemMediaType } from '../problem/problemDocument.ts';
import type { ProblemError } from '../problem/problemError.ts';
import { closeBehindAnswer } from './closeConnection.ts';

/** A request that was refused before any handler saw it, as its client sees it. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  readonly detail: string;
  /** The client's address; undefined when it has gone. */
  readonly address: string | undefined;
}

/** Answers a request for which Node has made no response, and closes its connection. @param onRefusal hears of it */
export function sendRefusal(
  socket: Duplex & { readonly remoteAddress?: string | undefined },
  problem: ProblemError,
  onRefusal: (refusal: Refusal) => void,
): void {
  // Bytes in the middle of another answer would be read as a part of it. Node's own handler looks at the same member.
  const { _httpMessage: other } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  if (other?.headersSent === true) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  onRefusal({ requestId, status: problem.status, detail: problem.message, address: socket.remoteAddress });
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
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n'));
  // What the client still sends is read and dropped.
  socket.resume();
  closeBehindAnswer(socket);
}
