import type { TransactionClient } from '../../../database/database.ts';
import type { JoinedEpisode } from '../changes.ts';

/**
 * Ends episodes that have become others: their sources' records go along, and their ids lead there. What is an episode's own (its
 * revision, what it announced, what reviewers decided of it, what was made by hand) stays with its id.
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
  await client.$executeRaw`
    WITH own AS (
      DELETE FROM source_record r
      WHERE r.episode_id = ANY (${[...joined.keys()]}::uuid[]) AND r.source_id = r.episode_id::text AND r.source IN ('review', 'by-hand')
      RETURNING r.*)
    INSERT INTO episode_alias (id, episode_id, source, source_id, revision, release_announced, created_at, own_records)
    SELECT j.id, j.into_id, j.source, j.source_id, e.revision, e.release_announced, e.created_at,
      (SELECT coalesce(jsonb_agg(to_jsonb(own)), '[]') FROM own WHERE own.episode_id = j.id)
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid, source text, source_id text) JOIN episode e ON e.id = j.id`;
  await client.$executeRaw`
    UPDATE source_record r SET episode_id = j.into_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id uuid, into_id uuid) WHERE r.episode_id = j.id`;
  await client.$executeRaw`DELETE FROM episode WHERE id = ANY (${[...joined.keys()]}::uuid[])`;
}
