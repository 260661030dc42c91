import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

type RequestPair = Parameters<RequestListener>;

/** The requests of a connection. */
interface Pipeline {
  inFlight: number;
  /** Whether the request in flight is unsafe. */
  isUnsafe: boolean;
  readonly waiting: RequestPair[];
}

const SAFE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Starts an unsafe request only when the earlier answers are sent, and the requests pipelined behind it only after its
 * own: only safe methods may be processed in parallel (RFC 9112, 9.3.2), and Node starts all at once.
 */
export function serializeUnsafe(handle: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();

  const mayStart = ({ inFlight, isUnsafe }: Pipeline, [{ method }]: RequestPair) =>
    inFlight === 0 || (!isUnsafe && SAFE.has(method));

  const start = (pipeline: Pipeline, [request, response]: RequestPair) => {
    pipeline.inFlight += 1;
    pipeline.isUnsafe = !SAFE.has(request.method);
    response.once('close', () => {
      pipeline.inFlight -= 1;
      if (request.socket.destroyed) pipeline.waiting.splice(0);
      for (let next = pipeline.waiting[0]; next !== undefined && mayStart(pipeline, next); next = pipeline.waiting[0]) {
        pipeline.waiting.shift();
        start(pipeline, next);
      }
    });
    handle(request, response);
  };

  return (request, response) => {
    const pipeline = pipelines.get(request.socket) ?? { inFlight: 0, isUnsafe: false, waiting: [] };
    pipelines.set(request.socket, pipeline);
    const pair: RequestPair = [request, response];
    if (pipeline.waiting.length === 0 && mayStart(pipeline, pair)) start(pipeline, pair);
    else pipeline.waiting.push(pair);
  };
}
