import { type TitleValue, titleOf } from '../anime/animeEntity.ts';
import type { AnimeFormat, EpisodeStatus } from '../model/vocabulary.ts';
import type { VersionedEntity } from '../reading/entityCache.ts';
import type { EntitySource } from '../reading/entitySource.ts';
import { instantOfJson } from '../reading/jsonTime.ts';
import { eachRelated, relationColumn } from '../reading/relationRows.ts';

/** What an episode's entity holds of its anime. The episode's change version covers title and format alone. */
export interface EpisodeParent {
  readonly id: string;
  readonly title: string;
  readonly format: AnimeFormat;
  readonly mergedIntoId: string | null;
}

/** Everything an episode shows, in the form of the graph's fields, as one statement saw it. */
export interface EpisodeEntity extends VersionedEntity {
  readonly anime: EpisodeParent;
  /** At most two decimal places. */
  readonly number: number;
  readonly title: string | null;
  readonly alternativeTitles: readonly TitleValue[];
  readonly status: EpisodeStatus;
  readonly scheduledAt: string | null;
  readonly releasedAt: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type ParentRow = [id: string, title: string, format: string, mergedIntoId: string | null];

type EpisodeRow = [
  id: string,
  version: string,
  animeId: string,
  number: number,
  status: string,
  scheduledAt: string | null,
  releasedAt: string | null,
  revision: number,
  createdAt: string,
  updatedAt: string,
];

const utc = (column: string) => `p.${column} AT TIME ZONE 'UTC'`;
const row = [
  ...['p.id', 'p.version::text', 'p.anime_id', 'p.number', 'p.status', utc('scheduled_at'), utc('released_at')],
  ...['p.revision', utc('created_at'), utc('updated_at')],
];

/** Output columns over `page`; `anime` says which parents are read, over `anime a`. */
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

/** The parents that a statement of episodeColumns has read. */
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

const instant = (text: string | null) => (text === null ? null : instantOfJson(text));

function entityOf(columns: EpisodeRow, parents: ReadonlyMap<string, EpisodeParent>) {
  return {
    id: columns[0],
    version: columns[1],
    anime: parents.get(columns[2]) as EpisodeParent,
    number: columns[3],
    title: null as string | null,
    alternativeTitles: [] as TitleValue[],
    status: columns[4] as EpisodeStatus,
    scheduledAt: instant(columns[5]),
    releasedAt: instant(columns[6]),
    revision: columns[7],
    createdAt: instantOfJson(columns[8]),
    updatedAt: instantOfJson(columns[9]),
  };
}
