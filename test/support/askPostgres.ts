import pg from 'pg';

/** Runs a statement over a connection of its own. @returns its rows */
export async function askPostgres<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
