/** The dispatcher in a process of its own, as the service runs it; and the bare loop that it is measured beside. */
import { createHmac } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Agent } from 'undici';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { startTestDispatcher, type TestDispatcher } from '../../../test/support/webhooks.ts';

export type DispatcherRequest =
  | { readonly do: 'open'; readonly url: string; readonly ca: string; readonly targets: readonly string[] }
  | { readonly do: 'dispatch' }
  | { readonly do: 'stop' }
  | { readonly do: 'loop'; readonly requests: number; readonly body: string };

let opened: Extract<DispatcherRequest, { do: 'open' }>;
let running: (TestDispatcher & { readonly end: () => Promise<void> }) | null = null;

process.on('message', async (request: DispatcherRequest) => {
  if (request.do === 'open') opened = request;
  if (request.do === 'dispatch') await dispatch();
  if (request.do === 'stop') await running?.end();
  if (request.do === 'loop') await loop(request.requests, request.body);
  process.send?.({ done: request.do, peakMemory: process.resourceUsage().maxRSS * 1024 });
});

async function dispatch(): Promise<void> {
  const database = await openDatabase({ url: opened.url, dataDir: '' });
  const publications = createPublications(database, publicResources);
  const started = startTestDispatcher({ database, publications }, { exempt: new Set(opened.targets), ca: opened.ca });
  // What a test keeps of each attempt would grow with the run.
  started.reports.push = () => 0;
  running = {
    ...started,
    end: async () => {
      await started.close();
      await database.close();
    },
  };
}

/** 64 requests in flight, connections kept, an HMAC each: nothing is stored, claimed or retried. */
async function loop(requests: number, body: string): Promise<void> {
  const agent = new Agent({ connect: { secureContext: createSecureContext({ ca: opened.ca }) }, pipelining: 1 });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const target = opened.targets[next % opened.targets.length];
      next += 1;
      const timestamp = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', 'whsec_of_the_bare_loop')
        .update(`${timestamp}.`)
        .update(body)
        .digest('hex');
      const headers = {
        'content-type': 'application/json',
        'service-timestamp': String(timestamp),
        'service-signature': `v1=${signature}`,
      };
      const answer = await agent.request({ origin: `https://${target}`, path: '/hook', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  await agent.destroy();
}
