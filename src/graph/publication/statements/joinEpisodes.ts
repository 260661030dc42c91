import type { TransactionClient } from '../../../database/database.ts';

/**
 * Ends episodes that have become others: their records go along, what reviewers decided of them does not, and their ids lead there.
 * @param joined ids of episodes that end, with the ones that they became, which stay
 */
export async function joinEpisodes(client: TransactionClient, joined: ReadonlyMap<string, string>): Promise<void> {
  if (joined.size === 0) return;
  const rows = JSON.stringify([...joined].map(([id, into_id]) => ({ id, into_id })));
  await client.$executeRaw`DELETE FROM source_record WHERE source = 'review' AND episode_id = ANY (${[...joined.keys()]}::uuid[])`;
  await client.$executeRaw`
    UPDATE source_record r SET episode_id = j.into_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid) WHERE r.episode_id = j.id`;
  await client.$executeRaw`
    UPDATE episode_alias a SET episode_id = j.into_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid) WHERE a.episode_id = j.id`;
  await client.$executeRaw`
    INSERT INTO episode_alias (id, episode_id)
    SELECT id, into_id FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid)`;
  await client.$executeRaw`DELETE FROM episode WHERE id = ANY (${[...joined.keys()]}::uuid[])`;
}
