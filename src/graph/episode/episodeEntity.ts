import { type TitleValue, titleOf } from '../anime/animeEntity.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { ServedFields } from '../model/field.ts';
import type { AnimeFormat } from '../model/vocabulary.ts';
import { entityLoaderOf } from '../reading/entityLoader.ts';
import type { EntitySource, VersionedEntity } from '../reading/entitySource.ts';
import { eachRelated, relationColumn } from '../reading/relationRows.ts';
import { instantOfJson, servedColumns, servedReader, utc } from '../reading/servedFields.ts';
import type { BriefEpisode } from './currentEpisodes.ts';

/** The part of the anime in an episode's entity. The episode's change version covers only title and format. */
export interface EpisodeParent {
  readonly id: string;
  readonly title: string;
  readonly format: AnimeFormat;
  readonly mergedIntoId: string | null;
}

/** All served fields of an episode, as the graph has them, read by one statement. */
export interface EpisodeEntity extends VersionedEntity, ServedFields<typeof episodeFields> {
  readonly anime: EpisodeParent;
  readonly title: string | null;
  readonly alternativeTitles: readonly TitleValue[];
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The key of an episode, enough where an operation selects no other field. */
type EpisodeKey = Pick<EpisodeEntity, 'id' | 'version'> & { readonly anime?: undefined };

/** The node behind the graph's Episode: the entity, or a part of it where that suffices for the operation. */
export type EpisodeNode = EpisodeEntity | BriefEpisode | EpisodeKey;

type ParentRow = [id: string, title: string, format: string, mergedIntoId: string | null];

type EpisodeRow = [
  id: string,
  version: string,
  animeId: string,
  revision: number,
  createdAt: string,
  updatedAt: string,
  ...fields: unknown[],
];

const row = [
  ...['p.id', 'p.version::text', 'p.anime_id', 'p.revision', utc('p.created_at'), utc('p.updated_at')],
  ...servedColumns(episodeFields, 'p'),
];
const readFields = servedReader(episodeFields, 6);

/** Output columns over `page`; `anime` selects the parents to read, over `anime a`. */
export function episodeColumns(anime: string): string {
  return [
    `(SELECT json_agg(json_build_array(${row.join(', ')}) ORDER BY p.n)::text FROM page p) AS episodes`,
    `(SELECT array_to_json(array_agg(ARRAY[a.id::text, a.title, a.format::text, a.merged_into_id::text]))::text
      FROM anime a WHERE ${anime}) AS anime`,
    relationColumn(
      'titles',
      't.position',
      ['t.title', 't.language', 't.kind::text'],
      'JOIN episode_title t ON t.episode_id = p.id',
    ),
  ].join(', ');
}

/** Parses the parents read by a statement of episodeColumns. */
export function parseParents(text: string | null | undefined): Map<string, EpisodeParent> {
  const parents = new Map<string, EpisodeParent>();
  for (const [id, title, format, mergedIntoId] of JSON.parse(text ?? '[]') as ParentRow[]) {
    parents.set(id, { id, title, format: format as AnimeFormat, mergedIntoId });
  }
  return parents;
}

/** Reads episode entities. */
export const episodeSource: EntitySource<EpisodeEntity> = {
  table: 'episode',
  columns: episodeColumns('a.id IN (SELECT anime_id FROM page)'),

  parse([episodes, anime, titles]) {
    if (!episodes) return [];
    const parents = parseParents(anime);
    const entities = (JSON.parse(episodes) as EpisodeRow[]).map((columns) => entityOf(columns, parents));
    eachRelated(titles, (at, title, position) => {
      const entity = entities[at];
      // Position 0 is the preferred title.
      if (entity && position === 0) entity.title = title[1] ?? null;
      else entity?.alternativeTitles.push(titleOf(title));
    });
    return entities;
  },
};

/** Episodes by id. */
export const episodeLoader = entityLoaderOf(episodeSource);

function entityOf(columns: EpisodeRow, parents: ReadonlyMap<string, EpisodeParent>) {
  return {
    id: columns[0],
    version: columns[1],
    anime: parents.get(columns[2]) as EpisodeParent,
    title: null as string | null,
    alternativeTitles: [] as TitleValue[],
    ...readFields(columns),
    revision: columns[3],
    createdAt: instantOfJson(columns[4]),
    updatedAt: instantOfJson(columns[5]),
  };
}
