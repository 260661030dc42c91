/**
 * How long a search takes, by kind of query, and what the index costs, over a real catalogue (CATALOG_FILE) and a
 * generated larger one; then a drill: fifty changes a second, each searched for, with a rebuild in the middle.
 *
 *     npm run bench:search -- [--adapter embedded|elasticsearch|both] [--generated 100000] [--per-kind 60] [--rounds 3] [--json]
 */
import { parseArgs } from 'node:util';
import { chooseAdapters } from './adapters/chooseAdapters.ts';
import { catalogFile, readCatalog } from './readCatalog.ts';
import { generateCatalog } from './search/generateCatalog.ts';
import { measureDrill } from './search/measureDrill.ts';
import { measureFill } from './search/measureFill.ts';
import { type LatencyFigures, measureLatency } from './search/measureLatency.ts';
import { timedQueries } from './search/timedQueries.ts';

const { values } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'embedded' },
    generated: { type: 'string', default: '100000' },
    'per-kind': { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const SEED = 1;

function line(figures: LatencyFigures): string {
  const { kind, queries, p50Ms, p99Ms, p99CpuMs } = figures;
  const times = [p50Ms, p99Ms, p99CpuMs].map((ms) => ms.toFixed(2).padStart(10)).join(' ');
  return `${kind.padEnd(26)} ${String(queries).padStart(5)} ${times}\n`;
}

const path = catalogFile();
const real = await readCatalog(path);
const kinds = timedQueries(real, Number(values['per-kind']), SEED);
const sizes = [...new Set([real.length, Number(values.generated)])].filter((size) => size > 0);
const report: Record<string, object> = {};
for (const adapter of chooseAdapters(values.adapter)) {
  for (const size of sizes) {
    const fill = await measureFill(adapter, async () => generateCatalog(await readCatalog(path), size, SEED));
    const documents = generateCatalog(real, size, SEED);
    const { engine, warmUp, close } = await adapter.open(documents);
    await warmUp?.();
    const latency = await measureLatency(engine, kinds, Number(values.rounds));
    const drill = await measureDrill(engine, documents);
    await close();
    const memory = fill.megabytes === null ? 'unknown without --expose-gc' : `${fill.megabytes.toFixed(1)} MB`;
    process.stdout.write(
      `\n${adapter.name}, ${size} anime: filled in ${fill.seconds.toFixed(2)} s (${fill.cpuSeconds.toFixed(2)} s CPU), ` +
        `longest stall ${fill.longestStallMs.toFixed(1)} ms, memory of this process ${memory}\n` +
        `${'kind'.padEnd(26)} ${'n'.padStart(5)} ${'p50 ms'.padStart(10)} ${'p99 ms'.padStart(10)} ${'CPU p99 ms'.padStart(10)}\n`,
    );
    for (const figures of [...latency.kinds, latency.overall]) process.stdout.write(line(figures));
    process.stdout.write(
      `\n${drill.changes} changes at 50 a second, a rebuild of ${drill.rebuildSeconds.toFixed(1)} s in the middle: found after ` +
        `${drill.p50Ms.toFixed(0)} ms p50, ${drill.p99Ms.toFixed(0)} ms p99; ${drill.failed} of ${drill.searches} searches failed\n`,
    );
    report[`${adapter.name} ${size}`] = { fill, latency, drill };
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
