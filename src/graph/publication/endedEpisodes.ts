import type { TransactionClient } from '../../database/database.ts';
import { LARGEST_EPISODE_NUMBER } from '../model/limits.ts';
import type { JoinedEpisode } from './changes.ts';

/**
 * Ends episodes that have become others: their source records move along, and their ids lead there. The episode's own
 * data (revision, announcement, reviewers' decisions, manual changes) stays with its id.
 * @param joined by the id of the ended episode; the targets stay
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

/** Redirects ids of ended episodes to other episodes. @param targets by id */
export async function redirectEpisodes(client: TransactionClient, targets: ReadonlyMap<string, string>): Promise<void> {
  if (targets.size === 0) return;
  await client.$executeRaw`
    UPDATE episode_alias a SET episode_id = t.target
    FROM unnest(${[...targets.keys()]}::uuid[], ${[...targets.values()]}::uuid[]) AS t (id, target) WHERE a.id = t.id`;
}

/** The largest number of the column; the numbers below it are free to make room. */
const LARGEST_COLUMN = LARGEST_EPISODE_NUMBER + 10_000;

/**
 * Restores ended episodes, with their ids and own data, before the changes that follow set their values: until then
 * they are planned, without titles, under numbers that no record may have.
 */
export async function reviveEpisodes(client: TransactionClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.$executeRaw`
    INSERT INTO episode (id, anime_id, number, status, revision, release_announced, created_at, updated_at)
    SELECT a.id, e.anime_id, ${LARGEST_COLUMN}::numeric - r.place * 0.01, 'scheduled', a.revision, a.release_announced, a.created_at,
      a.created_at
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS r (id, place)
    JOIN episode_alias a ON a.id = r.id JOIN episode e ON e.id = a.episode_id`;
  await client.$executeRaw`
    INSERT INTO source_record (id, type, source, source_id, anime_id, episode_id, record, updated_at, batch)
    SELECT o.id, o.type, o.source, o.source_id, e.anime_id, a.id, o.record, o.updated_at, o.batch
    FROM episode_alias a JOIN episode e ON e.id = a.episode_id, jsonb_populate_recordset(NULL::source_record, a.own_records) o
    WHERE a.id = ANY (${ids}::uuid[])`;
  await client.$executeRaw`DELETE FROM episode_alias WHERE id = ANY (${ids}::uuid[])`;
}
