import { expect, test } from '@jest/globals';
import type { Logger } from '../../../src/telemetry/logger.ts';
import { ExportReporter } from '../../../src/telemetry/tracing/exportReporter.ts';

test('an outage of the receiver is one line, and its end another', () => {
  const lines: unknown[] = [];
  const logger = {
    warn: (facts: object, message: string) => lines.push([facts, message]),
    info: (message: string) => lines.push(message),
  } as unknown as Logger;
  let isAway = false;
  const results: number[] = [];
  const exporter = new ExportReporter(
    {
      export: (_spans, done) => done(isAway ? { code: 1, error: new Error('away') } : { code: 0 }),
      shutdown: async () => {},
    },
    logger,
  );
  for (isAway of [false, true, true, false, false, true]) exporter.export([], ({ code }) => results.push(code));
  expect(lines).toEqual([
    [{ reason: 'away' }, 'traces cannot be sent and are lost'],
    'traces are sent again',
    [{ reason: 'away' }, 'traces cannot be sent and are lost'],
  ]);
  expect(results).toEqual([0, 1, 1, 0, 0, 1]);
});
