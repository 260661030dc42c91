/** Webhook receivers in their own process: TLS servers that answer 204 or hang, and tell over IPC what came when. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Certificate } from '../../../test/support/tls/certificates.ts';

export type ReceiversRequest =
  | {
      readonly do: 'start';
      readonly certificate: Certificate;
      readonly count: number;
      readonly hangs: number;
    }
  | { readonly do: 'count' }
  | { readonly do: 'collect' };

export interface Arrivals {
  /** Where each request came in, which event it told of, and when (milliseconds since 1970). */
  readonly requests: readonly (readonly [port: number, eventId: string, at: number])[];
  /** How late the receivers' own event loop was, p99 in milliseconds: a request waits as long to be seen. */
  readonly loopDelayP99: number;
}

/** The histogram counts from one look to the next, of which this is the shortest. */
const LOOK_MS = 1;
const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
delay.enable();

let arrivals: [number, string, number][] = [];
let count = 0;

process.on('message', async (request: ReceiversRequest) => {
  if (request.do === 'count') process.send?.(count);
  else if (request.do === 'collect') {
    const answer: Arrivals = { requests: arrivals, loopDelayP99: delay.percentile(99) / 1e6 - LOOK_MS };
    process.send?.(answer);
    delay.reset();
    arrivals = [];
    count = 0;
  } else {
    const { certificate, count, hangs } = request;
    const ports = [];
    for (let n = 0; n < count + hangs; n += 1) ports.push(await start(certificate, n < count));
    process.send?.(ports);
  }
});

async function start(certificate: Certificate, answers: boolean): Promise<number> {
  const server = createServer({ ...certificate, keepAliveTimeout: 30_000 }, (request, response) => {
    const at = performance.timeOrigin + performance.now();
    request.resume();
    request.on('end', () => {
      if (!answers) return;
      count += 1;
      arrivals.push([port, String(request.headers['service-event-id'] ?? ''), at]);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return port;
}
