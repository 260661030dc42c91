import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { openTestService } from '../support/openTestService.ts';
import { startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';
import { startTraceReceiver } from './startTraceReceiver.ts';

/** Far longer than a stop takes, far shorter than an export that nobody answers. */
const STOP_MS = 8_000;

describeWith(['postgres'], 'a service whose traces nobody takes', () => {
  test('serves and says it once; what comes after the outage arrives', async () => {
    const database = await createTestDatabase();
    const port = await freePort();
    const service = await startCatalog({
      ...{ DATABASE_URL: database.url, SEARCH: 'off', QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_TIMEOUT: '500' },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    });
    try {
      const lines = () => service.output().split('traces cannot be sent').length - 1;
      const read = async () => (await fetch(`${service.publicUrl}/v1/genres`)).status;
      // Several batches fail.
      for (let round = 0; round < 6; round += 1) {
        const answers = await Promise.all(Array.from({ length: 10 }, read));
        await sleep(500);
        expect(new Set(answers)).toEqual(new Set([200]));
      }
      await until(() => lines() === 1, 10_000);
      const traces = await startTraceReceiver(port);
      await until(async () => (await read()) === 200 && traces.spans.length > 0, 20_000);
      expect(lines()).toBe(1);
      await traces.close();
    } finally {
      await service.stop();
      await database.drop();
    }
  }, 120_000);

  test('is not kept from stopping by a receiver that hangs', async () => {
    const traces = await startTraceReceiver();
    traces.hangs(true);
    const service = await openTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url });
    expect((await fetch(`${service.publicUrl}/v1/genres`)).status).toBe(200);
    const closed = service.close().then(() => 'closed');
    expect(await Promise.race([closed, sleep(STOP_MS, 'late', { ref: false })])).toBe('closed');
    await traces.close();
    await service.end();
  }, 120_000);
});
