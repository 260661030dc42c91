import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** The functions of `prisma/functions`, in their latest version. */
export interface FunctionSet {
  readonly texts: readonly { readonly name: string; readonly sql: string }[];
  /** A digest of the texts and of the last migration's name, as a migration may have replaced a function. */
  readonly digest: string;
}

/** The row of service_state with the digests of all sets applied so far. */
const ROW = 'sql-functions';

export async function readFunctions(
  folder: string | undefined,
  migrations: readonly { readonly name: string }[],
): Promise<FunctionSet> {
  const files = folder === undefined ? [] : (await readdir(folder)).sort();
  const texts = await Promise.all(
    files.map(async (name) => ({ name, sql: await readFile(join(folder as string, name), 'utf8') })),
  );
  const digest = createHash('sha256')
    .update(JSON.stringify([migrations.at(-1)?.name, texts]))
    .digest('hex');
  return { texts, digest };
}

/**
 * Whether this set was ever applied. A process of the previous version that starts during a rolling upgrade must not
 * replace a later set.
 */
export async function isRecorded(connection: pg.ClientBase, { texts, digest }: FunctionSet): Promise<boolean> {
  if (texts.length === 0) return true;
  const recorded = 'SELECT FROM public.service_state WHERE name = $1 AND value ? $2';
  return (await connection.query(recorded, [ROW, digest])).rows.length > 0;
}

export async function record(connection: pg.ClientBase, { digest }: FunctionSet): Promise<void> {
  await connection.query(
    `INSERT INTO public.service_state AS s (name, value) VALUES ($1, jsonb_build_array($2::text))
     ON CONFLICT (name) DO UPDATE SET value = s.value || EXCLUDED.value`,
    [ROW, digest],
  );
}
