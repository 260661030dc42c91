/**
 * How a service takes it that a part of its world is away: what its probes, its metrics and its reads answer, and how long it takes
 * to stop. Starts a PostgreSQL and a service for each outage.
 *
 *     npm run bench:outages [-- --json]
 */
import { parseArgs } from 'node:util';
import { measureOutage, OUTAGES } from '../test/support/outages.ts';

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const cell = ({ status, seconds }: { readonly status: number | null; readonly seconds: number }) =>
  `${status} ${seconds.toFixed(3)} s`.padEnd(14);

console.log(
  `${'away'.padEnd(36)}${['/readyz', '/metrics', 'a read', '14 reads', 'the stop'].map((it) => it.padEnd(14)).join('')}`,
);
const figures: Record<string, unknown> = {};
for (const outage of OUTAGES) {
  const found = await measureOutage(outage);
  const { readyz, metrics, read, warmReads, stop } = found;
  console.log(`${outage.padEnd(36)}${[readyz, metrics, read, warmReads, stop].map(cell).join('')}`);
  figures[outage] = found;
}
if (options.json) console.log(JSON.stringify(figures));
