import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { nameKey } from '../model/nameKey.ts';

/** A genre or studio; `number` is what `anime.terms` has of it. */
interface AssignedTerm {
  readonly id: string;
  readonly number: number;
}

/**
 * Finds the genres or studios with these names and creates the missing ones, each with a unique slug that never changes
 * (docs/decisions.md#slugs).
 *
 * @returns a function from a name to its term
 */
export async function assignTerms(
  client: TransactionClient,
  table: 'genre' | 'studio',
  names: readonly string[],
): Promise<(name: string) => AssignedTerm> {
  const wanted = new Map<string, string>();
  for (const name of names) if (!wanted.has(nameKey(name))) wanted.set(nameKey(name), name);
  const terms = new Map<string, AssignedTerm>();
  if (wanted.size > 0) {
    for (const term of await selectTerms(client, table, [...wanted.keys()])) terms.set(term.key, term);
    const missing = [...wanted].filter(([key]) => !terms.has(key));
    if (missing.length > 0) for (const term of await createTerms(client, table, missing)) terms.set(term.key, term);
  }
  return (name) => {
    const term = terms.get(nameKey(name));
    if (term === undefined) throw new Error(`no ${table} was assigned to ${name}`);
    return term;
  };
}

type TermRow = AssignedTerm & { readonly key: string };

async function selectTerms(client: TransactionClient, table: string, keys: readonly string[]) {
  return client.$queryRaw<TermRow[]>`
    SELECT id::text AS id, key, number FROM ${Prisma.raw(table)} WHERE key = ANY (${keys}::text[])`;
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
  return client.$queryRaw<TermRow[]>`
    INSERT INTO ${Prisma.raw(table)} (id, slug, name, key)
    SELECT id, slug, name, key FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb)
    RETURNING id::text AS id, key, number`;
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
