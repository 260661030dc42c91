import type { TransactionClient } from './database.ts';
import { Prisma } from './generated/client.ts';

/** What transactions of the graph lock a row of, by its key. Prisma has no row locks. */
const locks = {
  application: (id: string) =>
    Prisma.sql`SELECT FROM application WHERE id = ${id}::uuid AND deleted_at IS NULL FOR NO KEY UPDATE`,
  webhook: (id: string) => Prisma.sql`SELECT FROM webhook WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  delivery: (id: string) => Prisma.sql`SELECT FROM delivery WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  user: (name: string) => Prisma.sql`SELECT FROM issuer_user WHERE name = ${name} FOR UPDATE`,
  signingKey: (id: string) => Prisma.sql`SELECT FROM signing_key WHERE id = ${id} FOR KEY SHARE`,
  /** The one row that publications change: none commits meanwhile. */
  publications: (head: string) => Prisma.sql`SELECT FROM publication_head WHERE id = ${Number(head)} FOR SHARE`,
  /** An owner of applications, who may have no row: a sub of an issuer. */
  owner: (name: string) => Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 9))::text`,
} as const;

/** Locks a row until the transaction ends. @returns whether it is there */
export async function lockRow(client: TransactionClient, kind: keyof typeof locks, key: string): Promise<boolean> {
  return (await client.$queryRaw<unknown[]>(locks[kind](key))).length > 0;
}
