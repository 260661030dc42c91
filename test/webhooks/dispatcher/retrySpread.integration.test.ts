import { expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { createAuthority } from '../../support/tls/certificates.ts';
import { startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';
import { startTestDispatcher, subscribe, testWebhookPorts } from '../../support/webhooks.ts';

const [WEBHOOKS, EVENTS] = [20, 500];
const BINS = 8;

describeWith(['postgres', 'openssl'], 'ten thousand deliveries that fail together', () => {
  test('are tried again over four seconds, evenly', async () => {
    const authority = await createAuthority();
    const receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(503).end(),
    );
    const catalog = await openTestCatalog();
    const target = targetOf('localhost', receiver.port);
    const urls = Array.from({ length: WEBHOOKS }, (_, index) => `https://${target}/${index}`);
    await subscribe(catalog, testWebhookPorts([target]), urls);
    await catalog.import(newAnime(1, EVENTS));
    const { reports, close } = startTestDispatcher(catalog, { exempt: new Set([target]), ca: authority.cert });
    try {
      const first = () => reports.filter(({ delivery }) => delivery.attempt === 1);
      await until(() => first().length === WEBHOOKS * EVENTS, 180_000);
      const delays = first().map(({ ended }) => ended.delay);
      const histogram = Array<number>(BINS).fill(0);
      for (const delay of delays) {
        const bin = Math.min(BINS - 1, Math.floor(((delay - 8_000) / 4_000) * BINS));
        histogram[bin] = (histogram[bin] ?? Number.NaN) + 1;
      }
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(8_000);
      expect(Math.max(...delays)).toBeLessThanOrEqual(12_000);
      // 1,250 each if they were perfectly even; chance alone keeps a bin within five standard deviations (33 each).
      for (const number of histogram) expect(Math.abs(number - delays.length / BINS)).toBeLessThan(165);
      const [row] = await catalog.database.client.$queryRaw<{ least: number; most: number }[]>`
        SELECT min(extract(epoch FROM d.next_attempt_at - d.first_started_at))::float8 AS least,
          max(extract(epoch FROM d.next_attempt_at - d.first_started_at))::float8 AS most
        FROM delivery d WHERE d.status = 'pending' AND d.attempt = 1`;
      if (row?.least != null) expect(row.least).toBeGreaterThan(8);
    } finally {
      await close();
      await receiver.close();
      await catalog.close();
      await authority.remove();
    }
  }, 240_000);
});
