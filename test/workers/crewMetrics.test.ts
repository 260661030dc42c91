import { expect, test } from '@jest/globals';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { CrewMetrics } from '../../src/workers/crewMetrics.ts';

const request = { listener: 'public', operation: 'listAnime', status: 503, seconds: 0.02 } as const;

function worker({ requests, position, waiting }: Record<'requests' | 'position' | 'waiting', number>): Metrics {
  const metrics = createMetrics();
  metrics.meter({
    droppedLogLines: () => 1,
    pool: () => ({ total: 4, idle: 1, waiting }),
    clockAheadSeconds: () => 0.5,
    lastPosition: () => position,
    search: null,
    keepsIndex: null,
    redis: null,
  });
  for (let n = 0; n < requests; n += 1) metrics.http.observe(request);
  return metrics;
}

/** The value of a series; undefined where there is none. */
const valueIn = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

const ERRORS = 'anime_catalog_http_request_errors_total';
const LABELS = 'listener="public",operation="listAnime"';

test('names have the sum of all workers, or what takes its place, and each worker has its own', async () => {
  const metrics = new CrewMetrics();
  metrics.note(1, await worker({ requests: 2, position: 7, waiting: 1 }).figures());
  metrics.note(2, await worker({ requests: 3, position: 8, waiting: 2 }).figures());
  const text = await metrics.text();
  const value = (series: string) => valueIn(text, series);
  expect(value(`${ERRORS}{${LABELS},result="5xx"}`)).toBe('5');
  expect(value(`anime_catalog_http_request_duration_seconds_count{${LABELS}}`)).toBe('5');
  expect(value(`anime_catalog_http_request_duration_seconds_bucket{le="0.05",${LABELS}}`)).toBe('5');
  expect(value('anime_catalog_database_pool_waiting')).toBe('3');
  expect(value('anime_catalog_installation_last_position')).toBe('8');
  expect(value('anime_catalog_database_clock_offset_seconds')).toBe('0.5');
  const own = 'anime_catalog_worker_';
  expect(value(`${own}http_request_errors_total{worker="1",${LABELS},result="5xx"}`)).toBe('2');
  expect(value(`${own}http_request_errors_total{worker="2",${LABELS},result="5xx"}`)).toBe('3');
  expect(value(`${own}http_request_duration_seconds_count{worker="2",${LABELS}}`)).toBe('3');
  expect(text).toMatch(/^anime_catalog_worker_process_resident_memory_bytes\{worker="2"\} \d+$/m);
  expect(text).not.toMatch(/^anime_catalog_worker_\S+_bucket/m);
  expect(text).not.toContain('worker_installation');
});

test('sums do not fall when a worker ends and another takes its place', async () => {
  const metrics = new CrewMetrics();
  metrics.note(1, await worker({ requests: 2, position: 7, waiting: 1 }).figures());
  for (let n = 0; n < 3; n += 1) {
    metrics.note(2, await worker({ requests: 10, position: 7, waiting: 5 }).figures());
    metrics.end(2);
  }
  metrics.note(2, await worker({ requests: 1, position: 7, waiting: 0 }).figures());
  const text = await metrics.text();
  expect(valueIn(text, `${ERRORS}{${LABELS},result="5xx"}`)).toBe('33');
  expect(valueIn(text, 'anime_catalog_database_pool_waiting')).toBe('1');
  expect(valueIn(text, `anime_catalog_worker_http_request_errors_total{worker="2",${LABELS},result="5xx"}`)).toBe('1');
});

test('how often workers were replaced, which the primary counts, is told as it is', async () => {
  const metrics = new CrewMetrics();
  for (const replacements of [0, 1, 2, 3]) {
    const first = worker({ requests: 0, position: 7, waiting: 0 });
    first.meterWorkers(() => ({ size: 2, ready: 2, replacements }));
    metrics.note(1, await first.figures());
    expect(valueIn(await metrics.text(), 'anime_catalog_workers_replaced_total')).toBe(String(replacements));
    metrics.end(1);
  }
});
