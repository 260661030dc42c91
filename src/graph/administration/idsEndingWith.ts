import type { Database } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { invalidParameter } from '../model/errors.ts';
import type { IdKind } from '../model/vocabulary.ts';

/** Enough for a message that lists the candidates. */
export const MOST_IDS = 5;

const DIGITS = /^[0-9a-f]{6,12}$/;

const IDS_OF: Readonly<Record<IdKind, Prisma.Sql>> = {
  anime: Prisma.sql`SELECT id::text AS id FROM anime`,
  application: Prisma.sql`SELECT id::text FROM application WHERE deleted_at IS NULL`,
  episode: Prisma.sql`SELECT id::text FROM episode`,
  proposal: Prisma.sql`SELECT id::text FROM proposal`,
  webhook: Prisma.sql`SELECT id::text FROM webhook WHERE status <> 'deleted'`,
};

/** Ids of these kinds by their last digits, at most MOST_IDS. @throws CatalogError invalid_parameter */
export async function idsEndingWith(
  { client }: Pick<Database, 'client'>,
  kinds: readonly IdKind[],
  digits: string,
): Promise<string[]> {
  const lower = digits.toLowerCase();
  if (!DIGITS.test(lower)) throw invalidParameter('digits', '6 to 12 hexadecimal digits are expected.');
  const asked = [...new Set(kinds)].map((kind) => IDS_OF[kind]);
  if (asked.length === 0) return [];
  // Prisma compares no text of a uuid, and would read the ids of each kind into this process.
  const rows = await client.$queryRaw<{ readonly id: string }[]>`
    SELECT id FROM (${Prisma.join(asked, ' UNION ALL ')}) ids (id)
    WHERE right(id, ${lower.length}::int) = ${lower} ORDER BY id LIMIT ${MOST_IDS}`;
  return rows.map(({ id }) => id);
}
