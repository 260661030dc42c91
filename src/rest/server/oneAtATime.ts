import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from '../problem/problemError.ts';
import { refusalOf } from './sendRefusal.ts';

type RequestPair = Parameters<RequestListener>;

/** Most requests of a connection that wait for earlier answers; nothing has counted them yet. */
const MOST_WAITING = 32;

/** What had arrived before the socket was paused is dropped up to so many; Node resumes it at each answer. */
const MOST_DROPPED = 8_192;

interface Pipeline {
  /** Behind the request in flight. */
  readonly waiting: RequestPair[];
  dropped: number;
  /** Whether the last one that waits is to be refused: what follows it is dropped. */
  isFull: boolean;
}

/**
 * Starts a request when the earlier answers of its connection are sent: only safe methods may be processed in parallel
 * (RFC 9112, 9.3.2), and Node starts all that are pipelined at once. One too many is answered 429, after those before
 * it, and ends the connection.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  /** Absent without a request in flight. */
  const pipelines = new WeakMap<Socket, Pipeline>();

  const start = (pipeline: Pipeline, [request, response]: RequestPair): void => {
    const { socket } = request;
    const { waiting } = pipeline;
    response.once('close', () => {
      // Nothing begins whose answer nobody would read.
      if (!socket.writable) return;
      const next = waiting.shift();
      if (next === undefined) pipelines.delete(socket);
      else start(pipeline, next);
    });
    if (pipeline.isFull && waiting.length === 0) refuse(response);
    else handle(request, response);
  };

  return (...pair) => {
    const { socket } = pair[0];
    const pipeline = pipelines.get(socket);
    if (pipeline === undefined) {
      const begun = { waiting: [], dropped: 0, isFull: false };
      pipelines.set(socket, begun);
      start(begun, pair);
    } else if (!pipeline.isFull) {
      pipeline.isFull = pipeline.waiting.push(pair) > MOST_WAITING;
    }
    if (pipeline?.isFull) {
      // Requests without end would fill the memory behind one that is held: Node keeps those that are dropped, too.
      pipeline.dropped += 1;
      if (pipeline.dropped > MOST_DROPPED) socket.destroy();
      else socket.pause();
    }
  };
}

function refuse(response: RequestPair[1]): void {
  const detail = `A connection may have ${MOST_WAITING} requests that wait for earlier answers: read answers before you send more.`;
  const problem = new ProblemError('quota_exceeded', detail, { headers: { 'Retry-After': '1' } });
  const { requestId, headers, body } = refusalOf(problem);
  // For the log.
  Object.assign(response, { locals: { requestId } });
  response.writeHead(problem.status, headers).end(body);
}
