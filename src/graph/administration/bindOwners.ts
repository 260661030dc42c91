import type { Database } from '../../database/database.ts';
import { restReasonText } from '../application/restReason.ts';
import type { Publications } from '../publication/publications.ts';
import { restSubscriptions } from '../subscription/subscriptionState.ts';

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Binds the owners that versions before knew by their `sub` alone to the issuer that is configured now. So they own nothing at another
 * one that is configured later. Those versions went on sending to the subscriptions of users who were disabled: they rest from now on.
 * @returns how many
 */
export async function bindOwners({ database, publications }: Stores, issuer: string): Promise<number> {
  if ((await database.client.application.count({ where: { ownerIssuer: null } })) === 0) return 0;
  return await publications.transaction(async ({ client }) => {
    const bound = await client.$queryRaw<{ readonly id: string }[]>`
      UPDATE application SET owner_issuer = ${issuer} WHERE owner_issuer IS NULL RETURNING id::text AS id`;
    const standing = await client.$queryRaw<{ readonly id: string; readonly reason: string | null }[]>`
      SELECT a.id::text AS id, application_rest_reason(a) AS reason FROM application a
      WHERE a.id = ANY (${bound.map(({ id }) => id)}::uuid[]) ORDER BY a.id`;
    for (const { id, reason } of standing) {
      const text = restReasonText(reason);
      if (text !== null) await restSubscriptions(client, id, text);
    }
    return bound.length;
  });
}
