import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { nameKey } from '../model/nameKey.ts';

/**
 * Finds the genres or studios with these names and creates the missing ones, each with a unique slug that never changes
 * (docs/decisions.md#slugs).
 *
 * @returns a function from a name to its id
 */
export async function assignTerms(
  client: TransactionClient,
  table: 'genre' | 'studio',
  names: readonly string[],
): Promise<(name: string) => string> {
  const wanted = new Map<string, string>();
  for (const name of names) if (!wanted.has(nameKey(name))) wanted.set(nameKey(name), name);
  const ids = new Map<string, string>();
  if (wanted.size > 0) {
    for (const { id, key } of await selectTerms(client, table, [...wanted.keys()])) ids.set(key, id);
    const missing = [...wanted].filter(([key]) => !ids.has(key));
    if (missing.length > 0) for (const { id, key } of await createTerms(client, table, missing)) ids.set(key, id);
  }
  return (name) => {
    const id = ids.get(nameKey(name));
    if (id === undefined) throw new Error(`no ${table} was assigned to ${name}`);
    return id;
  };
}

async function selectTerms(client: TransactionClient, table: string, keys: readonly string[]) {
  return client.$queryRaw<{ id: string; key: string }[]>`
    SELECT id::text AS id, key FROM ${Prisma.raw(table)} WHERE key = ANY (${keys}::text[])`;
}

async function createTerms(client: TransactionClient, table: string, missing: readonly (readonly [string, string])[]) {
  const taken = new Set(
    (await client.$queryRaw<{ slug: string }[]>`SELECT slug FROM ${Prisma.raw(table)}`).map(({ slug }) => slug),
  );
  const rows = missing.map(([key, name]) => {
    const slug = freeSlug(name, taken);
    taken.add(slug);
    return { id: uuidv7(), slug, name: name.trim(), key };
  });
  await client.$executeRaw`
    INSERT INTO ${Prisma.raw(table)} SELECT * FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb)`;
  return rows;
}

/**
 * The lower-case name with every run of characters other than letters and digits (of any script) as one hyphen; `x`
 * when nothing is left.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'x' : slug;
}

/** A name's slug, or with `-2`, `-3` … where that is taken. */
function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
