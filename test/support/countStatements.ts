import pg from 'pg';

/**
 * Counts the statements that this process sends to PostgreSQL from now on, by Prisma or past it, on connections that are opened later.
 * What the database is asked every second, whether it is still the same, is left out.
 */
export function countStatements(): { take(): string[] } {
  let texts: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [statement] = parameters as [string | { readonly text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!/ AS "hasTable"$| WHERE name = 'incarnation'$/.test(text)) texts.push(text);
    return Reflect.apply(query, this, parameters);
  } as typeof query;
  return {
    /** The statements since the last call. */
    take: () => {
      const taken = texts;
      texts = [];
      return taken;
    },
  };
}
