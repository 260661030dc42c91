// Proves that killed dispatchers lose no delivery, and repeat no more than was in flight.

import { expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { runCrashes } from './crashRun.ts';

/** The long form: WEBHOOK_KILLS=200 WEBHOOK_DELIVERIES=20000. */
const kills = Number(process.env.WEBHOOK_KILLS ?? 4);
const deliveries = Number(process.env.WEBHOOK_DELIVERIES ?? 800);

describeWith(['postgres', 'openssl'], 'workers that are killed', () => {
  test(
    `${kills} kills over ${deliveries} deliveries lose nothing, and repeat no more than was in flight`,
    async () => {
      const report = await runCrashes({ kills, deliveries });
      // The long form is run for its figures.
      if (process.env.WEBHOOK_KILLS !== undefined) process.stderr.write(`${JSON.stringify(report)}\n`);
      expect(report.owed).toBeGreaterThanOrEqual(deliveries);
      expect(report).toMatchObject({ wrong: 0, unexcused: 0, spent: 0 });
      const { delivered = 0, failed = 0, ...others } = report.statuses;
      expect([delivered + failed, others]).toEqual([report.owed, {}]);
      expect(report.putAside).toBe(failed);
      expect(report.missing).toBeLessThanOrEqual(report.putAside);
      // The kills meet what is in flight on purpose. From the third on each blames one delivery at most.
      expect(report.putAside).toBeLessThanOrEqual(kills - 2);
      expect(report.duplicates).toBeLessThanOrEqual(report.inFlight);
    },
    120_000 + kills * 25_000,
  );
});
