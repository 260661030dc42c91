import type { Database } from '../../database/database.ts';
import type { Publications } from '../publication/publications.ts';
import { suspendWebhooks } from './updateSuspensions.ts';

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Binds owners stored by `sub` alone, as earlier versions did, to the configured issuer, so that they own nothing at a
 * later one. Those versions still delivered to webhooks of disabled users; these are suspended now.
 * @returns how many owners were bound
 */
export async function bindOwners({ database, publications }: Stores, issuer: string): Promise<number> {
  if ((await database.client.application.count({ where: { ownerIssuer: null } })) === 0) return 0;
  return await publications.transaction(async ({ client }) => {
    const bound = await client.$queryRaw<{ readonly id: string }[]>`
      UPDATE application SET owner_issuer = ${issuer} WHERE owner_issuer IS NULL RETURNING id::text AS id`;
    await suspendWebhooks(
      client,
      bound.map(({ id }) => id),
    );
    return bound.length;
  });
}
