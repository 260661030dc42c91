import { expect, it } from '@jest/globals';
import { applyLoad } from '../support/applyLoad.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { startNginx } from '../support/startNginx.ts';
import { startPrometheus } from '../support/startPrometheus.ts';
import { until } from '../support/until.ts';

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
    const load = applyLoad(`${nginx.url}/v1/anime?limit=5`, CLIENTS);
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
      // The last one may not have been asked since.
      await until(
        async () => (await prometheus.samples('anime_catalog_readiness{status="ready"}')) === REPLICAS,
        30_000,
      );
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
