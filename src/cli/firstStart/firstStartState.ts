import type { Database } from '../../database/database.ts';

/** How far the one-time filling of this database came. */
export type FirstStartState = 'begun' | 'done';

const NAME = 'first-start';

/** Null: it never began. */
export async function readFirstStart(database: Database): Promise<FirstStartState | null> {
  const row = await database.client.serviceState.findUnique({ where: { name: NAME } });
  if (row === null) return null;
  return (row.value as { state?: unknown }).state === 'begun' ? 'begun' : 'done';
}

export async function writeFirstStart(database: Database, state: FirstStartState, at: Date): Promise<void> {
  const value = { state, at: at.toISOString() };
  await database.client.serviceState.upsert({
    where: { name: NAME },
    create: { name: NAME, value },
    update: { value },
  });
}
