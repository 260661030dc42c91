import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Span } from '../tracing/span.ts';

/** A table behind these words; behind FROM and JOIN, what has arguments is a function. */
const TABLE = String.raw`(?:"?public"?\.)?"?([a-z_]+)\b`;
const TABLES = new RegExp(
  String.raw`\b(?:(?:INTO|UPDATE)\s+(?!SET\b)${TABLE}|(?:FROM|JOIN)\s+(?!LATERAL\b)${TABLE}"?(?!\s*\())`,
  'gi',
);
/** Names of a statement's own rows (CTEs). */
const OWN_ROWS = /\b([a-z_]+)\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/gi;
const MOST_TABLES = 4;

/**
 * What a statement does to which tables, e.g. `SELECT anime anime_title`: never its text, which may hold values.
 * (OpenTelemetry's semantic conventions: db.query.summary.)
 */
export function statementSummary(text: string): string {
  return summaries.memo(text);
}

/**
 * Reading a long statement takes longer than all else that its span costs. An import's, which name each of its values,
 * have a hundred thousand characters and rarely come again.
 */
const summaries = new LRUCache<string, string>({
  maxSize: 1_000_000,
  sizeCalculation: (_summary, text) => text.length + 1,
  memoMethod: summarise,
});

function summarise(text: string): string {
  const [verb = ''] = /[a-z]+/i.exec(text) ?? [];
  const own = new Set(Array.from(text.matchAll(OWN_ROWS), ([, name]) => name));
  const named = Array.from(text.matchAll(TABLES), ([, changed, read]) => changed ?? read);
  const tables = new Set(named.filter((name) => !own.has(name)));
  return [verb.toUpperCase(), ...[...tables].slice(0, MOST_TABLES)].join(' ');
}

type Callback = (error: unknown, ...results: readonly unknown[]) => void;

/**
 * Sends a statement in a span of its own.
 * @param sent the arguments of pg's `query`: the last may be a callback, without one it returns a promise
 */
export function traceStatement(parent: Span, sent: readonly unknown[], send: (sent: readonly unknown[]) => unknown) {
  const [statement] = sent as readonly [string | pg.QueryConfig];
  const text = typeof statement === 'string' ? statement : statement.text;
  // Messages of the driver itself, such as the end of a prepared statement, have no text.
  if (typeof text !== 'string') return send(sent);
  const span = parent.child(statementSummary(text), 'client', { 'db.system.name': 'postgresql' });
  const callback = sent.at(-1);
  if (typeof callback === 'function') {
    const ended: Callback = (error, ...results) => {
      span.end(error ? { error } : undefined);
      (callback as Callback)(error, ...results);
    };
    return send([...sent.slice(0, -1), ended]);
  }
  const answered = send(sent) as Promise<unknown>;
  answered.then(
    () => span.end(),
    (error: unknown) => span.end({ error }),
  );
  return answered;
}
