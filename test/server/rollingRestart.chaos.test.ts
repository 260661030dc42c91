import { Agent, get } from 'node:http';
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { startNginx } from '../support/startNginx.ts';
import { startPrometheus } from '../support/startPrometheus.ts';

const REPLICAS = 3;
const RESTARTS = 10;
const CLIENTS = 8;

describeWith(['postgres', 'nginx', 'prometheus'], 'three replicas behind nginx', () => {
  it('are restarted ten times under load without a failed request or an alert', async () => {
    const database = await createTestDatabase();
    const ports: number[] = [];
    const internalPorts: number[] = [];
    for (let n = 0; n < REPLICAS; n += 1) {
      ports.push(await freePort());
      internalPorts.push(await freePort());
    }
    const start = (n: number) =>
      startCatalog({
        DATABASE_URL: database.url,
        SEARCH: 'off',
        PORT: String(ports[n]),
        INTERNAL_PORT: String(internalPorts[n]),
        STOP_GRACE_MS: '500',
      });
    const replicas: CatalogService[] = [];
    for (let n = 0; n < REPLICAS; n += 1) replicas.push(await start(n));
    const nginx = await startNginx(ports);
    // A start takes seconds, on a busy machine many.
    const targets = replicas.map(({ internalUrl }) => internalUrl);
    const prometheus = await startPrometheus({ targets, secondsPerMinute: 10 });
    const load = applyLoad(`${nginx.url}/v1/anime?limit=5`);
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const n = restart % REPLICAS;
        await replicas[n]?.stop();
        replicas[n] = await start(n);
      }
      const { answered, failures } = await load.stop();
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(1_000);
      expect(await prometheus.fired()).toEqual(new Set());
      expect(await prometheus.samples('anime_catalog_readiness{status="ready"}')).toBe(REPLICAS);
      console.log(`${RESTARTS} restarts, ${answered} requests answered, ${failures.length} failed`);
    } finally {
      await load.stop();
      await nginx.stop();
      await prometheus.stop();
      await Promise.all(replicas.map((replica) => replica.stop()));
      await database.drop();
    }
  }, 300_000);
});

/** Clients that keep their connection and ask as fast as they are answered. */
function applyLoad(url: string) {
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
  const ended = Promise.all(Array.from({ length: CLIENTS }, client));
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
    get(url, { agent }, (response) => {
      response
        .on('data', () => {})
        .once('end', () => resolve(response.complete ? String(response.statusCode) : 'incomplete'))
        .once('error', fail);
    }).once('error', fail);
  });
}
