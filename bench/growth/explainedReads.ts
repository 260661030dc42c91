import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { percentile } from '../search/percentile.ts';

/** What PostgreSQL does for one read of the service. */
export interface ReadCost {
  /** Pages of 8 kB that all its statements hit or read. */
  readonly buffers: number;
  /** Of their execution, the median of the runs. */
  readonly milliseconds: number;
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const RUNS = 3;

/**
 * Explains the statements that reads send, by Prisma or past it: each is prepared and planned as the service's own are,
 * without a view of its values. Takes what is sent on connections that are opened after this call.
 */
export function createExplainer() {
  let sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [statement, values] = parameters as [string | Partial<Sent>, (readonly unknown[])?];
    const text = typeof statement === 'string' ? statement : statement.text;
    const bound = (typeof statement === 'string' ? values : statement.values) ?? [];
    if (text !== undefined && /^\s*(SELECT|WITH)\b/.test(text) && !/ AS "hasTable"$/.test(text))
      sent.push({ text, values: bound });
    return Reflect.apply(query, this, parameters);
  } as typeof query;

  return async (database: Pick<Database, 'session'>, read: () => Promise<unknown>): Promise<ReadCost> => {
    sent = [];
    await read();
    const statements = sent;
    return await database.session(async (connection) => {
      const costs: ReadCost[] = [];
      for (const { text, values } of statements) {
        const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        await connection.query(`PREPARE explained AS ${text}`);
        const times: number[] = [];
        let buffers = 0;
        for (let run = 0; run < RUNS; run += 1) {
          const { rows } = await connection.query<{ 'QUERY PLAN': [Explained] }>(
            `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE explained${parameters}`,
          );
          const explained = rows[0]?.['QUERY PLAN'][0];
          if (explained === undefined) throw new Error('EXPLAIN answered nothing');
          times.push(explained['Execution Time']);
          buffers = explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
        }
        await connection.query('DEALLOCATE explained');
        costs.push({ buffers, milliseconds: percentile(times, 0.5) });
      }
      const sum = (figure: keyof ReadCost) => costs.reduce((all, cost) => all + cost[figure], 0);
      return { buffers: sum('buffers'), milliseconds: sum('milliseconds') };
    });
  };
}

interface Explained {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  readonly 'Execution Time': number;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  const items = value.map((item) => `"${String(item).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return pg.escapeLiteral(`{${items.join(',')}}`);
}
