import type { Database } from '../../database/database.ts';
import type { LogPosition } from './changeLog.ts';

/** Rows of service_state: the position of each published index, and the last request for a rebuild. */
const CURSOR = 'search-cursor:';
const REQUEST = 'search-reindex';

/** The position of an index; null when this database never filled it. Valid within one incarnation. */
export async function loadPosition(database: Database, indexName: string): Promise<LogPosition | null> {
  const row = await database.client.serviceState.findUnique({ where: { name: CURSOR + indexName } });
  return (row?.value as unknown as LogPosition | undefined) ?? null;
}

/** Stores the position and deletes those of former indexes. */
export async function savePosition(database: Database, indexName: string, position: LogPosition): Promise<void> {
  const name = CURSOR + indexName;
  const value = { ...position };
  await database.client.serviceState.upsert({ where: { name }, create: { name, value }, update: { value } });
  await database.client.serviceState.deleteMany({ where: { name: { startsWith: CURSOR, not: name } } });
}

/** Requests a rebuild from the process that runs the indexer. @returns the request's number */
export async function requestRebuild(database: Database): Promise<number> {
  const [row] = await database.client.$queryRaw<{ number: number }[]>`
    INSERT INTO service_state (name, value) VALUES (${REQUEST}, '{"wanted": 1, "done": 0}')
    ON CONFLICT (name) DO UPDATE
      SET value = jsonb_set(service_state.value, '{wanted}', to_jsonb((service_state.value->>'wanted')::int + 1))
    RETURNING (value->>'wanted')::int AS number`;
  return row?.number ?? 0;
}

/** The numbers of the last request and of the last fulfilled one. */
export async function rebuildRequests({
  client,
}: Pick<Database, 'client'>): Promise<{ readonly wanted: number; readonly done: number }> {
  const row = await client.serviceState.findUnique({ where: { name: REQUEST } });
  return (row?.value as { wanted: number; done: number } | undefined) ?? { wanted: 0, done: 0 };
}

/** Records that every request up to this one is fulfilled. */
export async function fulfilRebuild(database: Database, number: number): Promise<void> {
  await database.client.$executeRaw`
    UPDATE service_state SET value = jsonb_set(value, '{done}', to_jsonb(greatest((value->>'done')::int, ${number})))
    WHERE name = ${REQUEST}`;
}
