import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { startSchedules } from '../../../src/cli/schedule/startSchedules.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres'], 'a scheduled import that does not end', () => {
  test('is ended after its time, as a failure', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const service = await openTestService();
    const stopping = new AbortController();
    try {
      const { client } = service.ports.database;
      await client.importSchedule.create({
        data: {
          ...{ name: 'hung', url: `https://localhost:${port}/file`, format: 'catalog', everySeconds: 86_400 },
          ...{ createdAt: new Date(), dueAt: new Date() },
        },
      });
      const running = startSchedules({
        ...{ schema: service.schema, ports: service.ports, metrics: service.metrics, logger: service.logs.logger },
        ...{ exempt: new Set([targetOf('localhost', port)]), stop: stopping.signal, longestMs: 720 },
      });
      const outcome = async () => (await client.importSchedule.findFirstOrThrow()).outcome;
      // A connection that is being opened is waited for, 15 s at most.
      await until(async () => (await outcome()) !== null, 60_000);
      expect(await outcome()).toBe('it took longer than 0.0002 h and was ended; what it had imported by then stays');
      stopping.abort();
      await running;
    } finally {
      stopping.abort();
      silent.close();
      await service.end();
    }
  }, 240_000);
});
