import type { Database } from '../../database/database.ts';
import type { Publications } from '../publication/publications.ts';
import { suspendWebhooks } from './updateSuspensions.ts';

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Binds owners that earlier versions knew by their `sub` alone to the issuer configured now, so that they own nothing
 * at another one later. Those versions still delivered to webhooks of disabled users: these are suspended.
 * @returns how many
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
