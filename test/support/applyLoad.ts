import { Agent, get } from 'node:http';

export interface Load {
  /** Lets each client end with its present request. @returns how many were answered, and how the others ended */
  stop(): Promise<{ readonly answered: number; readonly failures: readonly string[] }>;
}

/** On a machine that is busy. */
const PATIENCE_MS = 20_000;

/** Clients that keep their connection, ask as fast as they are answered, and give a request up after 20 s. */
export function applyLoad(url: string, clients: number): Load {
  let stopped = false;
  let answered = 0;
  const failures: string[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      const outcome = await ask(url, agent);
      if (outcome === '200') answered += 1;
      else failures.push(outcome);
    }
    agent.destroy();
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    async stop() {
      stopped = true;
      await ended;
      return { answered, failures };
    },
  };
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    get(url, { agent, signal: AbortSignal.timeout(PATIENCE_MS) }, (response) => {
      response
        .on('data', () => {})
        .once('end', () => resolve(response.complete ? String(response.statusCode) : 'incomplete'))
        .once('error', fail);
    }).once('error', fail);
  });
}
