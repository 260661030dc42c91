import { expect, it } from '@jest/globals';
import pino from 'pino';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { Closers } from '../../src/server/closers.ts';
import type { Store } from '../../src/server/openStore.ts';
import { startSearch } from '../../src/server/startSearch.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

/** Nothing of it is to be touched. */
const untouched = Object.freeze({}) as Store;

it.each([
  ['webhooks alone opens no engine', { ROLES: 'webhooks' }],
  ['search that is off neither', { SEARCH: 'off' }],
])('%s', async (_what, variables) => {
  const configuration = readConfiguration({ DATA_DIR: '/nonexistent', ...variables });
  expect(
    await startSearch({
      configuration,
      store: untouched,
      logger: pino({ level: 'silent' }),
      closers: new Closers(),
      metrics: createMetrics(),
    }),
  ).toBeNull();
});
