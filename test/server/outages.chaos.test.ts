import { expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { measureOutage, OUTAGES, type Outage } from '../support/outages.ts';

const databaseAway: readonly Outage[] = ['PostgreSQL stopped', 'PostgreSQL paused'];
/** On a machine that runs other things; the parts themselves are asked in the background. */
const AT_ONCE_S = 0.5;

describeWith(['postgres', 'redis'], 'a service whose world is not whole', () => {
  it.each(OUTAGES)(
    '%s away: probes and metrics answer at once, reads in time, and it stops',
    async (outage) => {
      const { readyz, metrics, read, warmReads, stop } = await measureOutage(outage);
      const away = databaseAway.includes(outage);
      expect(readyz.status).toBe(away ? 503 : 200);
      expect(metrics.status).toBe(200);
      expect(Math.max(readyz.seconds, metrics.seconds)).toBeLessThan(AT_ONCE_S);
      expect([read.status, warmReads.status]).toEqual(away ? [503, 503] : [200, 200]);
      expect(Math.max(read.seconds, warmReads.seconds)).toBeLessThan(12);
      expect(stop.status).toBe(0);
      expect(stop.seconds).toBeLessThan(outage.startsWith('the reader') ? 3 : 25);
    },
    180_000,
  );
});
