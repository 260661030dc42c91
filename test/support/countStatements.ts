import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Counts the statements that this process sends to PostgreSQL from now on, by Prisma or past it, on connections that are opened later.
 * What the database is asked every second, whether it is still the same, is left out.
 */
export function countStatements(): { take(): string[]; takeWhole(): Statement[] } {
  let sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [statement] = parameters as [string | { readonly text: string; readonly values?: readonly unknown[] }];
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement;
    if (!/ AS "hasTable"$| WHERE name = 'incarnation'$/.test(text)) sent.push({ text, values });
    return Reflect.apply(query, this, parameters);
  } as typeof query;
  const takeWhole = () => {
    const taken = sent;
    sent = [];
    return taken;
  };
  /** The texts, or texts and values, of the statements since the last call. */
  return { take: () => takeWhole().map(({ text }) => text), takeWhole };
}
