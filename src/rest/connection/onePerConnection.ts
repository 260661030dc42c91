import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many further requests of a connection may wait for the one in hand. */
const LONGEST_LINE = 32;
/** What a client sends beyond without reading an answer: nobody means that. */
const ABUSE = 256;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The requests of a connection that wait for the one in hand. */
interface Line {
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
  const turns = new Turns();

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
      if (next === undefined) lines.delete(socket);
      else take(line, next);
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      const begun: Line = { waiting: [], pipelines: false, refused: 0 };
      lines.set(socket, begun);
      // Requests that came in one piece are told one after the other, and then it is known whether there are more than one.
      process.nextTick(take, begun, [request, response]);
      return;
    }
    line.pipelines = true;
    if (line.waiting.length < LONGEST_LINE && line.refused === 0) {
      line.waiting.push([request, response]);
      return;
    }
    line.refused += 1;
    line.waiting.at(-1)?.[1].setHeader('Connection', 'close');
    if (line.refused > ABUSE) socket.destroy();
  };
}

/** Node tells only the answer that has the connection of its end: those that wait behind it would be held as under way for ever. */
function forget(line: Line, response: ServerResponse): void {
  for (const each of [response, ...line.waiting.splice(0).map(([, waiting]) => waiting)]) each.emit('close');
}

/** One at a time, in the order in which they came; what others have sent meanwhile goes between. */
class Turns {
  readonly #waiting: ((done: () => void) => void)[] = [];
  #isTaken = false;

  take(work: (done: () => void) => void): void {
    this.#waiting.push(work);
    if (!this.#isTaken) this.#next();
  }

  #next(): void {
    const work = this.#waiting.shift();
    this.#isTaken = work !== undefined;
    work?.(() => setImmediate(() => this.#next()));
  }
}
