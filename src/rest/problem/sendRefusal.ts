import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeBehindAnswer } from '../connection/closeBehindAnswer.ts';
import { problemDocument, problemMediaType } from './problemDocument.ts';
import type { ProblemError } from './problemError.ts';

/** What was refused before any handler saw it, as the client was told. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  /** What was wrong. */
  readonly detail: string;
  /** The client's address; undefined when it has gone. */
  readonly address: string | undefined;
}

/** Answers a request for which Node has made no response, and closes its connection. @param onRefusal told of it */
export function sendRefusal(
  socket: Duplex & { readonly remoteAddress?: string | undefined },
  problem: ProblemError,
  onRefusal: (refusal: Refusal) => void,
): void {
  // Bytes in the middle of another answer would be read as a part of it.
  if (answerUnderWay(socket)) {
    socket.destroy();
    return;
  }
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
      ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
  // What the client still sends is read and dropped.
  socket.resume();
  closeBehindAnswer(socket);
}

function answerUnderWay(socket: Duplex): boolean {
  // Node's own handler looks at the same member.
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  return answer?.headersSent === true;
}
