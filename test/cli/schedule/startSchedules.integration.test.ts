import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startSchedules } from '../../../src/cli/schedule/startSchedules.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres'], 'a scheduled import that does not end', () => {
  let silent: Server;
  let connections = 0;
  let service: TestService;
  let stopping: AbortController;
  beforeEach(async () => {
    connections = 0;
    silent = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    service = await openTestService();
    stopping = new AbortController();
  }, 60_000);
  afterEach(async () => {
    stopping.abort();
    silent?.close();
    await service?.end();
  }, 60_000);

  const start = async (longestMs?: number) => {
    const { port } = silent.address() as AddressInfo;
    await service.ports.database.client.importSchedule.create({
      data: {
        ...{ name: 'hung', url: `https://localhost:${port}/file`, format: 'catalog', everySeconds: 86_400 },
        ...{ createdAt: new Date(), dueAt: new Date() },
      },
    });
    const running = startSchedules({
      ...{ schema: service.schema, ports: service.ports, metrics: service.metrics, logger: service.logs.logger },
      ...{ exempt: new Set([targetOf('localhost', port)]), stop: stopping.signal, ...(longestMs && { longestMs }) },
    });
    return { running };
  };
  const outcome = async () => (await service.ports.database.client.importSchedule.findFirstOrThrow()).outcome;

  test('is ended after its time, as a failure', async () => {
    const { running } = await start(720);
    // A connection that is being opened is waited for, 15 s at most.
    await until(async () => (await outcome()) !== null, 60_000);
    expect(await outcome()).toBe('it took longer than 0.0002 h and was ended; what it had imported by then stays');
    stopping.abort();
    await running;
  }, 240_000);

  test('ends without an outcome when its lock is lost, and is due at once', async () => {
    const { running } = await start();
    await until(() => connections === 1, 60_000);
    const ended = await service.ports.database.client.$queryRaw<unknown[]>`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = 1
        AND classid = ${0x73_63_68_64} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(ended).toHaveLength(1);
    await until(() => connections === 2, 60_000);
    expect(await outcome()).toBeNull();
    stopping.abort();
    await running;
  }, 240_000);
});
