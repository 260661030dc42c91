import type { TransactionClient } from '../../../database/database.ts';

/** Lets ids of episodes that have ended lead to other episodes. @param targets by the ids */
export async function redirectEpisodes(client: TransactionClient, targets: ReadonlyMap<string, string>): Promise<void> {
  if (targets.size === 0) return;
  await client.$executeRaw`
    UPDATE episode_alias a SET episode_id = t.target
    FROM unnest(${[...targets.keys()]}::uuid[], ${[...targets.values()]}::uuid[]) AS t (id, target) WHERE a.id = t.id`;
}
