import { expect, test } from '@jest/globals';
import { type DatabaseErrorClass, databaseErrorClass } from '../../src/database/databaseObserver.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { countEverything } from './countEverything.ts';
import { seriesOf } from './series.ts';

/** Garbage collection has four kinds, and Node some ten kinds of resources; most come later than a test runs. */
const LATER_SERIES = 4 * 5 + 10;

test('a process has at most 850 series with every operation and every label used', async () => {
  const metrics = createMetrics();
  countEverything(metrics);
  const series = seriesOf(await metrics.text());
  expect(new Set(series).size).toBe(series.length);
  expect(series.length).toBeGreaterThan(600);
  expect(series.length + LATER_SERIES).toBeLessThanOrEqual(850);
});

test('metrics of ours have one prefix, and those of the installation say so by name and in HELP', async () => {
  const metrics = createMetrics();
  countEverything(metrics);
  const helps = [...(await metrics.text()).matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => [name, help]);
  expect(helps.length).toBeGreaterThan(40);
  for (const [name = '', help = ''] of helps) {
    expect(name).toMatch(/^(anime_catalog|process|nodejs)_/);
    expect([name, name.startsWith('anime_catalog_installation_')]).toEqual([
      name,
      help.startsWith('Of the installation'),
    ]);
  }
});

test.each<[string | undefined, DatabaseErrorClass]>([
  ['40001', 'conflict'],
  ['23505', 'data'],
  ['22P05', 'data'],
  ['25006', 'read_only'],
  ['53100', 'disk_full'],
  ['53300', 'no_connection_left'],
  ['53200', 'resources'],
  ['58030', 'resources'],
  ['57014', 'timeout'],
  ['55P03', 'timeout'],
  ['57P03', 'shutdown'],
  ['57P05', 'fenced'],
  ['25P03', 'fenced'],
  ['08006', 'connection'],
  ['28P01', 'login'],
  ['42P01', 'other'],
  ['P0001', 'other'],
  ['EPIPE', 'connection'],
  ['ECONNREFUSED', 'connection'],
  [undefined, 'connection'],
])('an error %s of the database is of the class %s', (sqlState, expected) => {
  expect(databaseErrorClass(sqlState)).toBe(expected);
});
