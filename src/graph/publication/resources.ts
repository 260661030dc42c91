import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { instantText, readJson } from '../sqlText.ts';

export interface Resource {
  readonly id: string;
  readonly revision: number;
}

export async function readAnimeResources(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Resource>> {
  if (ids.length === 0) return new Map();
  const rows = await readJson<Resource[]>(
    client,
    Prisma.sql`
    SELECT coalesce(json_agg(json_build_object(
      'id', a.id, 'title', a.title,
      'alternativeTitles', (SELECT coalesce(json_agg(json_build_object('title', t.title, 'language', t.language, 'kind', t.kind)
          ORDER BY t.position), '[]') FROM anime_title t WHERE t.anime_id = a.id AND t.position > 0),
      'format', a.format, 'revision', a.revision, 'createdAt', ${instantText('a.created_at')}, 'updatedAt', ${instantText('a.updated_at')}
    )), '[]')::text AS json FROM anime a WHERE a.id = ANY (${ids}::uuid[])`,
  );
  return new Map(rows.map((r) => [r.id, r]));
}
export async function readEpisodeResources(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Resource>> {
  if (ids.length === 0) return new Map();
  const rows = await readJson<Resource[]>(
    client,
    Prisma.sql`
    SELECT coalesce(json_agg(json_build_object('id', a.id, 'revision', a.revision)), '[]')::text AS json FROM episode a WHERE a.id = ANY (${ids}::uuid[])`,
  );
  return new Map(rows.map((r) => [r.id, r]));
}
