import type { Database } from '../../database/database.ts';

/**
 * Binds the owners that versions before knew by their `sub` alone to the issuer that is configured now. So they own nothing at another
 * one that is configured later. @returns how many
 */
export async function bindOwners(database: Pick<Database, 'client'>, issuer: string): Promise<number> {
  const { count } = await database.client.application.updateMany({
    where: { ownerIssuer: null },
    data: { ownerIssuer: issuer },
  });
  return count;
}
