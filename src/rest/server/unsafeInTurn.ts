import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = Parameters<RequestListener>;

/** The requests of a connection. */
interface Line {
  underWay: number;
  /** Whether the request in flight is unsafe. */
  isUnsafe: boolean;
  readonly waiting: Exchange[];
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Starts an unsafe request only when the earlier answers are sent, and the requests pipelined behind it only after its
 * own: only safe methods may be processed in parallel (RFC 9112, 9.3.2), and Node starts all at once.
 */
export function unsafeInTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const mayBegin = ({ underWay, isUnsafe }: Line, [{ method }]: Exchange) =>
    underWay === 0 || (!isUnsafe && SAFE.has(method));

  const begin = (line: Line, [request, response]: Exchange) => {
    line.underWay += 1;
    line.isUnsafe = !SAFE.has(request.method);
    response.once('close', () => {
      line.underWay -= 1;
      if (request.socket.destroyed) line.waiting.splice(0);
      for (let next = line.waiting[0]; next !== undefined && mayBegin(line, next); next = line.waiting[0]) {
        line.waiting.shift();
        begin(line, next);
      }
    });
    handle(request, response);
  };

  return (request, response) => {
    const line = lines.get(request.socket) ?? { underWay: 0, isUnsafe: false, waiting: [] };
    lines.set(request.socket, line);
    const exchange: Exchange = [request, response];
    if (line.waiting.length === 0 && mayBegin(line, exchange)) begin(line, exchange);
    else line.waiting.push(exchange);
  };
}
