/**
 * What the dispatcher is measured beside: 64 requests in flight, connections kept, an HMAC each; nothing is stored,
 * claimed or retried. Asked for an event it posts that once to every target, at once when nothing else is under way.
 */
import { createHmac } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Agent } from 'undici';

export type BareLoopRequest =
  | {
      readonly do: 'loop';
      readonly ca: string;
      readonly targets: readonly string[];
      readonly requests: number;
      readonly body: string;
    }
  | {
      readonly do: 'tell';
      readonly ca: string;
      readonly targets: readonly string[];
      readonly body: string;
      readonly eventId: string;
    };

const IN_FLIGHT = 64;
const waiting: (() => Promise<void>)[] = [];
let inFlight = 0;
let telling: Agent | undefined;

process.on('message', async (request: BareLoopRequest) => {
  if (request.do === 'tell') tell(request);
  else {
    await loop(request);
    process.send?.('done');
  }
});

async function loop({ ca, targets, requests, body }: BareLoopRequest & { readonly do: 'loop' }): Promise<void> {
  const agent = newAgent(ca);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const target = targets[next % targets.length] ?? '';
      next += 1;
      await post(agent, target, body, {});
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  await agent.destroy();
}

function tell({ ca, targets, body, eventId }: BareLoopRequest & { readonly do: 'tell' }): void {
  telling ??= newAgent(ca);
  const agent = telling;
  for (const target of targets) waiting.push(() => post(agent, target, body, { 'service-event-id': eventId }));
  while (inFlight < IN_FLIGHT && waiting.length > 0) void work();
}

async function work(): Promise<void> {
  inFlight += 1;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  inFlight -= 1;
}

function newAgent(ca: string): Agent {
  return new Agent({ connect: { secureContext: createSecureContext({ ca }) }, pipelining: 1 });
}

async function post(agent: Agent, target: string, body: string, event: Record<string, string>): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'whsec_of_the_bare_loop').update(`${timestamp}.`).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'service-timestamp': String(timestamp),
    'service-signature': `v1=${signature}`,
    ...event,
  };
  const answer = await agent.request({ origin: `https://${target}`, path: '/hook', method: 'POST', headers, body });
  await answer.body.dump();
}
