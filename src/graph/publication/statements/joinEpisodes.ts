import type { TransactionClient } from '../../../database/database.ts';
import type { JoinedEpisode } from '../changes.ts';

/**
 * Ends episodes that have become others: their records go along, what reviewers decided of them does not, and their ids lead there.
 * @param joined by the ids of episodes that end; what they became stays
 */
export async function joinEpisodes(
  client: TransactionClient,
  joined: ReadonlyMap<string, JoinedEpisode>,
): Promise<void> {
  if (joined.size === 0) return;
  const rows = JSON.stringify(
    [...joined].map(([id, { into, followed }]) => ({
      id,
      into_id: into,
      source: followed?.source,
      source_id: followed?.sourceId,
    })),
  );
  await client.$executeRaw`DELETE FROM source_record WHERE source = 'review' AND episode_id = ANY (${[...joined.keys()]}::uuid[])`;
  await client.$executeRaw`
    UPDATE source_record r SET episode_id = j.into_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid) WHERE r.episode_id = j.id`;
  await client.$executeRaw`
    UPDATE episode_alias a SET episode_id = j.into_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid) WHERE a.episode_id = j.id`;
  await client.$executeRaw`
    INSERT INTO episode_alias (id, episode_id, source, source_id, revision, release_announced, created_at)
    SELECT j.id, j.into_id, j.source, j.source_id, e.revision, e.release_announced, e.created_at
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid, source text, source_id text) JOIN episode e ON e.id = j.id`;
  await client.$executeRaw`DELETE FROM episode WHERE id = ANY (${[...joined.keys()]}::uuid[])`;
}
