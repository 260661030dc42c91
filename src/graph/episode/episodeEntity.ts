import type { TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { type TitleValue, titleOf } from '../anime/animeEntity.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { type ServedFields, servedFields } from '../model/field.ts';
import type { AnimeFormat } from '../model/vocabulary.ts';
import type { EntityKey, EntityNode } from '../reading/entityFields.ts';
import { sharedLoader } from '../reading/loaders.ts';

/** The part of the anime in an episode's entity. The episode's change version covers only title and format. */
export interface EpisodeParent {
  readonly id: string;
  readonly title: string;
  readonly format: AnimeFormat;
  readonly mergedIntoId: string | null;
}

/** All served fields of an episode, as the graph has them, read by one statement. */
export interface EpisodeEntity extends EntityKey, ServedFields<typeof episodeFields> {
  readonly anime: EpisodeParent;
  readonly title: string | null;
  readonly alternativeTitles: readonly TitleValue[];
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The node behind the graph's Episode. */
export type EpisodeNode = EntityNode<EpisodeEntity>;

/** The titles of an episode, and what is shown of its anime. */
export const episodeInclude = {
  titles: { orderBy: { position: 'asc' } },
  anime: { select: { id: true, title: true, format: true, mergedIntoId: true } },
} as const satisfies Prisma.EpisodeInclude;

/** Episodes with these ids, by id. */
export async function readEpisodes(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EpisodeEntity>> {
  if (ids.length === 0) return new Map();
  const rows = await client.episode.findMany({
    relationLoadStrategy: 'join',
    where: { id: { in: [...ids] } },
    include: episodeInclude,
  });
  return new Map(rows.map((row) => [row.id, episodeOf(row)]));
}

/** Episodes by id. */
export const episodeLoader = sharedLoader(readEpisodes);

/** Converts a row of an episode with its relations. */
export function episodeOf(row: Prisma.EpisodeGetPayload<{ include: typeof episodeInclude }>): EpisodeEntity {
  const titles = row.titles.map(titleOf);
  // Position 0 is the preferred title.
  const preferred = row.titles[0]?.position === 0 ? 1 : 0;
  return {
    id: row.id,
    version: String(row.version),
    anime: row.anime,
    title: preferred === 1 ? (titles[0]?.title ?? null) : null,
    alternativeTitles: titles.slice(preferred),
    ...servedFields(episodeFields, row),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
