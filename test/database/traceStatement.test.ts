import { expect, test } from '@jest/globals';
import { statementSummary, traceStatement } from '../../src/database/traceStatement.ts';
import type { Span } from '../../src/tracing/span.ts';

test.each([
  ['SELECT id FROM anime a JOIN anime_title t ON t.anime_id = a.id WHERE a.id = $1', 'SELECT anime anime_title'],
  ['SELECT "public"."genre"."slug" FROM "public"."genre" WHERE 1=1', 'SELECT genre'],
  ['INSERT INTO event (id) SELECT id FROM jsonb_to_recordset($1::jsonb) AS e (id uuid)', 'INSERT event'],
  ['INSERT INTO a (b) VALUES ($1) ON CONFLICT (b) DO UPDATE SET b = 1', 'INSERT a'],
  [
    '\n  WITH page AS MATERIALIZED (SELECT id FROM anime) SELECT FROM page JOIN LATERAL (SELECT 1) x ON true',
    'WITH anime',
  ],
  ['BEGIN', 'BEGIN'],
  ['', ''],
])('%j is summed up as %j', (text, summary) => {
  expect(statementSummary(text)).toBe(summary);
});

test.each([
  ['a promise', async (send: (sent: readonly unknown[]) => unknown) => send(['SELECT 1'])],
  [
    'a callback',
    (send: (sent: readonly unknown[]) => unknown) =>
      new Promise((resolve, reject) => {
        send(['SELECT 1', (error: unknown, rows: unknown) => (error ? reject(error) : resolve(rows))]);
      }),
  ],
])('a statement whose answer is %s ends its span with it', async (_kind, ask) => {
  const ended: unknown[] = [];
  const child = { end: (failure?: unknown) => void ended.push(failure ?? 'well') } as unknown as Span;
  const parent = { child: () => child } as unknown as Span;
  const failure = new Error('no');
  const answering = (outcome: Error | string) => (sent: readonly unknown[]) => {
    const callback = sent.at(-1);
    if (typeof callback !== 'function')
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    setImmediate(() => (outcome instanceof Error ? callback(outcome) : callback(null, outcome)));
    return undefined;
  };
  expect(await ask((sent) => traceStatement(parent, sent, answering('rows')))).toBe('rows');
  await expect(ask((sent) => traceStatement(parent, sent, answering(failure)))).rejects.toBe(failure);
  expect(ended).toEqual(['well', { error: failure }]);
});
