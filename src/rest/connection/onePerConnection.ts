import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many further requests of a connection may wait for the one in hand. */
const LONGEST_LINE = 32;
/** What a client sends beyond without reading an answer: nobody means that. */
const ABUSE = 256;

/** The requests of a connection that wait for the one in hand. */
interface Line {
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  refused: number;
}

/**
 * Takes the requests that a client pipelines one after the other; Node would begin them all at once, whatever they cost. Behind a
 * full line nothing more is taken: its last answer says `Connection: close`, and the client sends the rest anew (RFC 9112, 9.3.2).
 */
export function onePerConnection(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const take = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    response.once('close', () => {
      const next = socket.destroyed ? undefined : line.waiting.shift();
      if (next === undefined) lines.delete(socket);
      else take(line, ...next);
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      const begun: Line = { waiting: [], refused: 0 };
      lines.set(socket, begun);
      take(begun, request, response);
    } else if (line.waiting.length < LONGEST_LINE && line.refused === 0) {
      line.waiting.push([request, response]);
    } else {
      line.refused += 1;
      line.waiting.at(-1)?.[1].setHeader('Connection', 'close');
      if (line.refused > ABUSE) socket.destroy();
    }
  };
}
