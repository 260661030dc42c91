/** What the dispatcher is measured beside: 64 requests in flight, connections kept, an HMAC each; nothing is stored, claimed or retried. */
import { createHmac } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Agent } from 'undici';

export interface BareLoopRequest {
  readonly ca: string;
  readonly targets: readonly string[];
  readonly requests: number;
  readonly body: string;
}

process.on('message', async (request: BareLoopRequest) => {
  await loop(request);
  process.send?.('done');
});

async function loop({ ca, targets, requests, body }: BareLoopRequest): Promise<void> {
  const agent = new Agent({ connect: { secureContext: createSecureContext({ ca }) }, pipelining: 1 });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const target = targets[next % targets.length];
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
