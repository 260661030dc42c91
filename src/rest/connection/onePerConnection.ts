import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Turns } from './turns.ts';

/** How many further requests of a connection may wait for the one in hand. */
const LONGEST_LINE = 32;
/** What a client sends beyond without reading an answer: nobody means that. */
const ABUSE = 256;
/** What all who pipeline have of the time, together: nearly nobody does. */
const PIPELINED_SHARE = 1 / 2;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The requests of a connection. */
interface Line {
  /** Whether one is in hand, for which those that wait wait. */
  isTaken: boolean;
  readonly waiting: Exchange[];
  /** Whether the client has sent a request before it had the answer to another. */
  pipelines: boolean;
  refused: number;
}

/**
 * Takes the requests that a client pipelines one after the other; Node would begin them all at once, whatever they cost. Of all the
 * clients that do so one has its turn at a time, so that they cost the others no more than one client does. Behind a full line
 * nothing more is taken: its last answer says `Connection: close`, and the client sends the rest anew (RFC 9112, 9.3.2).
 */
export function onePerConnection(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const turns = new Turns(PIPELINED_SHARE);

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { isTaken: false, waiting: [], pipelines: false, refused: 0 };
    lines.set(socket, line);
    return line;
  };

  const take = (line: Line, exchange: Exchange): void => {
    if (line.pipelines) turns.take((done) => begin(line, exchange, done));
    else begin(line, exchange, () => {});
  };

  const begin = (line: Line, [request, response]: Exchange, done: () => void): void => {
    const { socket } = request;
    if (socket.destroyed) {
      done();
      forget(line, response);
      return;
    }
    response.once('close', () => {
      done();
      const next = line.waiting.shift();
      if (next === undefined) release(line);
      else take(line, next);
    });
    handle(request, response);
  };

  return (request, response) => {
    const line = lineOf(request.socket);
    if (!line.isTaken) {
      line.isTaken = true;
      // Requests that came in one piece are told one after the other, and then it is known whether there are more than one.
      process.nextTick(take, line, [request, response]);
      return;
    }
    line.pipelines = true;
    if (line.waiting.length < LONGEST_LINE && line.refused === 0) {
      line.waiting.push([request, response]);
      return;
    }
    line.refused += 1;
    line.waiting.at(-1)?.[1].setHeader('Connection', 'close');
    if (line.refused > ABUSE) request.socket.destroy();
  };
}

function release(line: Line): void {
  line.isTaken = false;
  line.pipelines = false;
  line.refused = 0;
}

/** Node tells only the answer that has the connection of its end: those that wait behind it would be held as under way for ever. */
function forget(line: Line, response: ServerResponse): void {
  for (const each of [response, ...line.waiting.splice(0).map(([, waiting]) => waiting)]) each.emit('close');
}
