import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { startHousekeeping } from '../../../src/webhooks/dispatcher/housekeeping.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';
import { startTestDispatcher, subscribe, testSecrets } from '../../support/webhooks.ts';
import { openScene, targetsOf, urlOf } from './openScene.ts';

/** 16 for what is in flight, 4 for the last writes, and a little. */
const SECONDS = 21;

describeWith(['postgres', 'openssl'], 'a dispatcher whose database hangs', () => {
  const scene = openScene();

  test.each([
    ['nothing in flight', 0, false],
    ['an attempt that ends while it hangs', 1, true],
    ['an attempt that nobody answers', 1, false],
  ])(
    'stops in time with %s',
    async (_name, events, isAnswered) => {
      const { catalog } = scene;
      const { hostname, port } = new URL(catalog.url);
      const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
      const url = new URL(catalog.url);
      url.port = String(proxy.port);
      const database = await openDatabase({ url: url.href, dataDir: '' });
      const receiver = await scene.receive((_request, response) => {
        proxy.stall();
        if (isAnswered) response.writeHead(204).end();
      });
      const exempt = new Set(targetsOf([receiver]));
      await subscribe(catalog, { secrets: testSecrets, exempt, wake: () => {} }, [urlOf(receiver)]);
      await catalog.import(newAnime(0, events));
      const worker = startTestDispatcher({ database, publications: catalog.publications }, { exempt, ca: scene.ca });
      const stopHousekeeping = startHousekeeping({
        ...{
          queue: worker.queue,
          observeQueue: () => {},
          cancelled: () => {},
          succeeded: () => {},
          failed: () => {},
        },
      });
      try {
        await until(() => receiver.received.length === events);
        await sleep(1_500);
        proxy.stall();
        await sleep(1_500);
        const began = performance.now();
        await Promise.all([stopHousekeeping(), worker.close()]);
        expect((performance.now() - began) / 1000).toBeLessThan(SECONDS);
      } finally {
        proxy.resume();
        await database.close();
        await proxy.cut();
      }
    },
    90_000,
  );
});
